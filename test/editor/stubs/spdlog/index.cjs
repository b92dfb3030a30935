// The native logger takes most of a minute to compile. Same calls, synchronous appends.
const fs = require('node:fs');
const path = require('node:path');

const prefixes = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const methods = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

class Logger {
  constructor(file) {
    this.file = file;
    this.level = methods.indexOf('info');
    this.prefixed = true;
    fs.mkdirSync(path.dirname(file), { recursive: true });
  }

  setLevel(level) {
    this.level = level;
  }

  setPattern() {
    this.prefixed = true;
  }

  clearFormatters() {
    this.prefixed = false;
  }

  flush() {}

  drop() {}

  write(level, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').slice(0, 23);
    try {
      fs.appendFileSync(this.file, this.prefixed ? `${time} [${prefixes[level]}] ${message}\n` : message);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error; // at shutdown the log folder may be gone already
    }
  }
}

for (const [level, method] of methods.entries()) {
  Logger.prototype[method] = function (message) {
    this.write(level, message);
  };
}

// One by one: an import from an ES module finds only names that are assigned like this.
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = async (_name, file) => new Logger(file);
exports.createAsyncRotatingLogger = exports.createRotatingLogger;
exports.shutdown = () => {};
