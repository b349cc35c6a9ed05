"""Files that commands write beside what they print: pictures and pages."""
