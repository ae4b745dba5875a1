// Runs only the authentication emulator of firebase-tools: no hub, user interface, log server or Java. It uses internal
// modules of firebase-tools, whose version is therefore pinned.
'use strict';

// Compiles the validators of the 80 operations on first use, which reduces the start from 10 s to 1 s.
const exegesis = require('exegesis-express');
const { middleware } = exegesis;
exegesis.middleware = (document, options) => middleware(document, { ...options, lazyCompileValidationSchemas: true });

const { createApp } = require('firebase-tools/lib/emulator/auth/server.js');

// Listens on loopback by default; a container overrides the host.
const { PROJECT: project = 'demo-newsources', EMULATOR_PORT: port = '0', EMULATOR_HOST: host = '127.0.0.1' } = process.env;
const ANY_PROJECT = 2; // accepts the project that the token names

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
  // Standard input closes when the parent process exits for any reason.
  process.stdin.on('end', stop).resume();
});
