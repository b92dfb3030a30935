'use strict';
// Mocha's "spec" output, and a report on disk: whoever started the run believes the report, not the exit code.
const fs = require('node:fs');
const path = require('node:path');
const { reporters } = require('mocha');

module.exports = class Report extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const tests = [];
    const note = (state, test, error) =>
      tests.push({ title: test.fullTitle(), state, ms: test.duration ?? 0, ...(error ? { error: error.stack ?? String(error) } : {}) });
    runner.on('pass', (test) => note('passed', test));
    runner.on('pending', (test) => note('skipped', test));
    runner.on('fail', (test, error) => note('failed', test, error)); // hooks as well
    runner.once('end', () => {
      const file = process.env.TEST_REPORT;
      if (!file) return;
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, JSON.stringify({ tests }, undefined, 2));
    });
  }
};
