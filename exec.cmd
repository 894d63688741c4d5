@rem The scripts in package.json start with exec, so that no shell stands between npm and Weir and keeps signals to itself.
@rem cmd.exe has no such command; it finds this file instead, unless NoDefaultCurrentDirectoryInExePath is set. With that
@rem set, leave npm out: node bin\launch.mjs main.ts does what npm start does.
@%*
