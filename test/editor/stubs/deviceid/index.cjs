// No device id: the tests send no telemetry.
exports.getDeviceId = async () => '00000000-0000-0000-0000-000000000000';
