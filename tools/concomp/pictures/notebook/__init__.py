"""How notebooks show what concomp finds: formatters that IPython is told of, by `%load_ext concomp`."""
