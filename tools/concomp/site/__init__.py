"""The site: a page for each statement, erratum, section and paper, graphs, the library and the pages of docs/."""
