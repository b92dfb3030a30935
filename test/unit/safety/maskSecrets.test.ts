import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maskSecrets, maskValue } from '../../../src/safety/maskSecrets.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const made = (...parts: readonly string[]): string => parts.join('');
const secrets: Readonly<Record<string, string>> = {
  'a GitHub token': made('ghp', '_', 'abcdefghijklmnopqrstuvwxyz0123456789'),
  'a Slack token': made('xoxb', '-123456789012-123456789012-', 'abcdefghijklmnopqrstuvwx'),
  'an npm token': made('npm', '_', 'abcdefghijklmnopqrstuvwxyz0123456789'),
};

describe('masking secrets', () => {
  for (const [name, secret] of Object.entries(secrets)) {
    it(`finds ${name}, and leaves what stands around it`, async () => {
      assert.deepEqual(await maskSecrets(`before ${secret}\nafter`), { value: 'before [secret masked]\nafter', secrets: 1 });
    });
  }

  it('finds a private key', async () => {
    const [begin, end] = ['BEGIN', 'END'].map((word) => made('-----', word, ' RSA PRIVATE', ' KEY-----'));
    const { value, secrets: found } = await maskSecrets(`${String(begin)}\n${'MIIEpAIBAAKCAQEA7bq2'.repeat(20)}\n${String(end)}\n`);
    assert.ok(found === 1 && !value.includes('MIIE'), value);
  });

  it('leaves text without secrets as it is, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (text) => {
        assert.deepEqual(await maskSecrets(text), { value: text, secrets: 0 });
      }),
      { numRuns: 50 },
    );
  });

  it('goes through all texts of a value, and counts them', async () => {
    const [token = ''] = Object.values(secrets);
    const value = { a: [token, 7, null, { b: `x ${token} y ${token}` }], c: true };
    assert.deepEqual(await maskValue(value), {
      value: { a: ['[secret masked]', 7, null, { b: 'x [secret masked] y [secret masked]' }], c: true },
      secrets: 3,
    });
  });
});
