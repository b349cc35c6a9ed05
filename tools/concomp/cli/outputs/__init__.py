"""Where the output of commands goes: to terminals and pipes, and to files beside that, pictures and pages."""
