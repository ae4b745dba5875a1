// Firebase's authentication emulator by itself: no hub, no web interface, no log server, no Java. It comes out of the inside
// of firebase-tools, whose version is pinned for that reason.
'use strict';

// Validators for each of its 80 operations are made when first needed instead of at the start, which then takes 1 s, not 10.
const exegesis = require('exegesis-express');
const { middleware } = exegesis;
exegesis.middleware = (document, options) => middleware(document, { ...options, lazyCompileValidationSchemas: true });

const { createApp } = require('firebase-tools/lib/emulator/auth/server.js');

// Never anything but this machine, unless a container of its own is its machine.
const { PROJECT: project = 'demo-newsources', EMULATOR_PORT: port = '0', EMULATOR_HOST: host = '127.0.0.1' } = process.env;
const ANY_PROJECT = 2; // a token names its project, and ours is the only one here

createApp(project, ANY_PROJECT).then((app) => {
  const server = app.listen(Number(port), host, () => {
    console.log(JSON.stringify({ listening: `http://${host}:${server.address().port}` }));
  });
  const stop = () => {
    server.closeAllConnections();
    server.close(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The input ends when the program that started this one does, however it ends.
  process.stdin.on('end', stop).resume();
});
