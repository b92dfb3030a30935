import type { BudgetState, Field, FromPage, Share, ToPage } from './messages.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const vscode = acquireVsCodeApi();

/** Milliseconds after the last key before a figure is tried. */
const typingMs = 250;

type Attributes = Readonly<Record<string, string>>;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function button(label: string, attributes: Attributes, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', onClick);
  return made;
}

const number = (value: number): string => value.toLocaleString('en-US');

/** A row that survives new states: what somebody types stays as it is. */
class Row {
  readonly root: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #bar = element('div', { class: 'fill' });
  readonly #meter = element('div', { class: 'meter', role: 'meter' }, this.#bar);
  readonly #spent = element('span', { class: 'spent' });
  readonly #source = element('span', { class: 'source' });
  readonly #outcome = element('div', { class: 'outcome', role: 'status' });
  readonly #apply: HTMLButtonElement;
  readonly #reset: HTMLButtonElement;
  #field: Field;
  #timer: number | undefined;
  #asked = 0;

  constructor(field: Field) {
    this.#field = field;
    const id = `field-${field.name}`;
    this.#input = element('input', { id, type: 'text', inputmode: 'numeric', autocomplete: 'off', spellcheck: 'false' });
    this.#apply = button('Apply', { class: 'primary' }, () => {
      this.#applyTyped();
    });
    this.#reset = button('Reset', { class: 'link', title: `Back to the default for ${field.label}` }, () => {
      vscode.postMessage({ kind: 'reset', name: field.name, scope: scope() });
    });
    const label = element('label', { for: id, title: field.tooltip }, field.label);
    const figures = element('span', { class: 'figures' }, this.#spent, this.#input, element('span', { class: 'unit' }, field.unit));
    const after = element('div', { class: 'after' }, this.#source, this.#reset, this.#outcome, this.#apply);
    this.root = element('div', { class: 'row' }, element('div', { class: 'line' }, label, figures), this.#meter, after);
    this.#listen();
    this.show(field);
  }

  show(field: Field): void {
    this.#field = field;
    const { spent, of, value, source, isDefault, label } = field;
    const hasMeter = spent !== undefined && of !== undefined;
    this.#meter.hidden = !hasMeter;
    const isShare = field.unit === '%';
    this.#spent.textContent = hasMeter ? `${number(spent)} of ${isShare ? `${number(of)} ·` : ''}` : '';
    if (hasMeter) {
      const percent = of <= 0 ? (spent > 0 ? 100 : 0) : Math.min(100, (100 * spent) / of);
      this.#bar.style.width = `${percent.toFixed(1)}%`;
      this.#meter.classList.toggle('full', spent >= of && spent > 0);
      const said = { 'aria-valuenow': String(Math.min(spent, of)), 'aria-valuemin': '0', 'aria-valuemax': String(of) };
      for (const [key, text] of Object.entries(said)) this.#meter.setAttribute(key, text);
      this.#meter.setAttribute('aria-label', `${label}: ${number(spent)} of ${number(of)} tokens spent`);
    }
    this.#source.textContent = source;
    this.#source.classList.toggle('own', !isDefault);
    this.#reset.hidden = isDefault;
    if (!this.#isTyping()) this.#stop(number(value));
  }

  /** What trying a figure has told. */
  tried(id: number, text: string): void {
    if (id !== this.#asked || !this.#isTyping()) return;
    this.#outcome.textContent = text;
    this.#apply.scrollIntoView({ block: 'nearest' });
  }

  #isTyping(): boolean {
    return this.root.classList.contains('typing');
  }

  /** `3000`, `3,000`, `3k` or `5 %`; what it means is worked out where the budget is known. */
  #typed(): string | undefined {
    const text = this.#input.value.trim();
    return /^-?\d[\d,_ ]*(?:\.\d+)?\s*[k%]?$/iu.test(text) ? text : undefined;
  }

  #listen(): void {
    this.#input.addEventListener('input', () => {
      this.root.classList.add('typing');
      const value = this.#typed();
      this.#apply.hidden = value === undefined;
      this.#input.setAttribute('aria-invalid', String(value === undefined));
      this.#outcome.textContent = value === undefined ? 'A number such as 3000, 3k or 5 %, please' : 'Trying it on the last turn…';
      clearTimeout(this.#timer);
      if (value === undefined) return;
      this.#timer = setTimeout(() => {
        this.#try(value);
      }, typingMs);
    });
    this.#input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') this.#applyTyped();
      if (key === 'Escape') this.#stop(number(this.#field.value));
    });
    this.#input.addEventListener('focus', () => {
      this.#input.select();
    });
  }

  #try(typed: string): void {
    this.#asked = nextId++;
    vscode.postMessage({ kind: 'try', id: this.#asked, name: this.#field.name, typed });
  }

  #applyTyped(): void {
    const value = this.#typed();
    if (value === undefined || !this.#isTyping()) return;
    this.#stop(value);
    vscode.postMessage({ kind: 'apply', name: this.#field.name, typed: value, scope: scope() });
  }

  #stop(text: string): void {
    clearTimeout(this.#timer);
    this.root.classList.remove('typing');
    this.#input.value = text;
    this.#input.setAttribute('aria-invalid', 'false');
    this.#outcome.textContent = '';
    this.#apply.hidden = true;
  }
}

let nextId = 1;
const rows = new Map<string, Row>();

const summary = element('p', { class: 'summary' });
const bar = element('div', { class: 'window', role: 'img' });
const legend = element('ul', { class: 'legend' });
const scopes = element('select', { id: 'scope' });
const undo = button('Undo', { class: 'secondary' }, () => {
  vscode.postMessage({ kind: 'undo' });
});
const flow = button('Presets and more…', { class: 'secondary' }, () => {
  vscode.postMessage({ kind: 'flow' });
});
const tools = element('div', { class: 'tools' }, element('label', { for: 'scope' }, 'Changes are for'), scopes, undo, flow);
const fields = element('div', { class: 'fields' });
const since = element('ul', { class: 'since' });
const sinceTitle = element('summary');
const changes = element('details', {}, sinceTitle, since);
document.body.append(summary, bar, legend, changes, tools, fields);

const scope = (): string => scopes.value;

function show(state: BudgetState): void {
  summary.textContent = state.summary;
  showWindow(state.shares);
  showScopes(state.scopes);
  undo.hidden = state.undo === undefined;
  undo.title = state.undo === undefined ? '' : `Undo: ${state.undo}`;
  showFields(state.fields);
  changes.hidden = state.since.length === 0;
  sinceTitle.textContent = `Since the turn before: ${state.since.length === 1 ? 'nothing' : number(state.since.length - 1)} changed`;
  since.replaceChildren(...state.since.map((what) => element('li', {}, what)));
}

function showWindow(shares: readonly Share[]): void {
  bar.hidden = shares.length === 0;
  bar.setAttribute('aria-label', shares.map(({ label, percent }) => `${label} ${percent.toFixed(1)} %`).join(', '));
  const parts = shares.map(({ label, percent, color }) => {
    const part = element('div', { class: 'part', title: `${label}: ${percent.toFixed(1)} %` });
    part.style.width = `${percent.toFixed(3)}%`;
    part.style.background = `var(${color})`;
    return part;
  });
  bar.replaceChildren(...parts);
  const visible = shares.filter(({ percent }) => percent >= 0.05);
  legend.replaceChildren(
    ...visible.map(({ label, percent, color }) => {
      const dot = element('span', { class: 'dot' });
      dot.style.background = `var(${color})`;
      return element('li', {}, dot, `${label} ${percent < 1 ? '<1' : percent.toFixed(0)} %`);
    }),
  );
}

function showScopes(all: BudgetState['scopes']): void {
  const chosen = scope();
  scopes.replaceChildren(...all.map(({ value, label }) => element('option', { value }, label)));
  if (all.some(({ value }) => value === chosen)) scopes.value = chosen;
}

function showFields(all: readonly Field[]): void {
  const known = all.map((field) => [field, rows.get(field.name)] as const);
  if (known.length === rows.size && known.every(([, row]) => row !== undefined)) {
    for (const [field, row] of known) row?.show(field);
    return;
  }
  rows.clear();
  const groups = [...new Set(all.map(({ group }) => group))];
  fields.replaceChildren(
    ...groups.map((group) => {
      const inside = all
        .filter((field) => field.group === group)
        .map((field) => {
          const row = new Row(field);
          rows.set(field.name, row);
          return row.root;
        });
      return element('section', { 'aria-label': group }, element('h2', {}, group), ...inside);
    }),
  );
}

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  if (data.kind === 'state') show(data.state);
  else for (const row of rows.values()) row.tried(data.id, data.text);
});
vscode.postMessage({ kind: 'ready' });
