@rem package.json's scripts begin with exe\c. A POSIX shell reads that as exec: it takes the backslash away and becomes what follows, so
@rem that no shell stands between npm and Weir and keeps signals to itself. cmd.exe reads it as the path of this file, which runs what follows;
@rem a path is found whether or not the current folder is searched (NoDefaultCurrentDirectoryInExePath).
@%*
