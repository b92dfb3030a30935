/** Work that ends sooner is not worth a line, in milliseconds. */
const quietMs = 400;

/** Tells of long work once, when it has gone on for a while: the chat keeps every line of progress it was ever told. */
export function throttledProgress<Progress>(tell: (progress: Progress) => void): (progress: Progress) => void {
  const started = performance.now();
  let isTold = false;
  return (progress) => {
    if (isTold || performance.now() - started < quietMs) return;
    isTold = true;
    tell(progress);
  };
}
