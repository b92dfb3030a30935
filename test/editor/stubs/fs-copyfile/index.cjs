// Copy-on-write copying is an optimisation; node:fs copies as well.
const fs = require('node:fs');

exports.constants = fs.constants;
exports.copyFile = fs.promises.copyFile;
exports.copyFileSync = fs.copyFileSync;
exports.cp = fs.promises.cp;
exports.isCloneSupported = () => false;
