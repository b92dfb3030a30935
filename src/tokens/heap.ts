/** A binary min-heap of plain numbers. */
export class NumberHeap {
  readonly #items: number[];

  /** Takes over `items`, in any order. */
  constructor(items: number[]) {
    this.#items = items;
    for (let index = (items.length >> 1) - 1; index >= 0; index--) this.#down(index);
  }

  push(item: number): void {
    const items = this.#items;
    let index = items.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = items[parent] ?? 0;
      if (above <= item) break;
      items[index] = above;
      index = parent;
    }
    items[index] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (last !== undefined && items.length > 0) {
      items[0] = last;
      this.#down(0);
    }
    return top;
  }

  #down(start: number): void {
    const items = this.#items;
    const item = items[start] ?? 0;
    let index = start;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && (items[child + 1] ?? 0) < (items[child] ?? 0)) child++;
      const below = items[child] ?? 0;
      if (below >= item) break;
      items[index] = below;
      index = child;
    }
    items[index] = item;
  }
}
