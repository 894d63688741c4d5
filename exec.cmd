@rem The scripts in package.json start with exec, so that no shell stands between npm and Weir and keeps signals to itself.
@rem cmd.exe has no such command; it finds this file instead.
@%*
