// The closing lines of npm test; the last of them is for machines.

/** @param {import('./runStep.mjs').Result[]} results @returns {boolean} whether all is well */
export function printSummary(results) {
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  console.log('\nSummary');
  for (const result of results) console.log(line(result));
  console.log('');
  const skipped = total('skipped');
  console.log(`${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return total('failed') === 0;
}

function line({ name, passed, failed, skipped, ms, note }) {
  const counts = [passed > 0 && `${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(Boolean);
  const outcome = counts.length > 0 ? counts.join(', ') : 'ok';
  return `  ${name.padEnd(8)}${`${(ms / 1000).toFixed(1)} s`.padStart(9)}  ${outcome}${note ? ` (${note})` : ''}`;
}
