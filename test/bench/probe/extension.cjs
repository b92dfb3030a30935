'use strict';
// BENCH ONLY. Active before every other extension: times how long the extension host's main thread spends on loading and activating ours.
const Module = require('node:module');

const bundle = /[\\/]dist[\\/]extension\.js$/;

exports.activate = () => {
  const load = Module._load;
  Module._load = function (request, ...rest) {
    if (!bundle.test(request) || globalThis.activationOfContextBroker) return load.call(this, request, ...rest);
    const started = performance.now();
    const loaded = load.call(this, request, ...rest);
    const times = { load: performance.now() - started, activate: 0 };
    globalThis.activationOfContextBroker = times;
    const activate = (context) => {
      const before = performance.now();
      const result = loaded.activate(context);
      times.activate = performance.now() - before;
      return result;
    };
    return { ...loaded, activate };
  };
};
