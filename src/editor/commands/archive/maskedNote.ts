import type { Masked } from '../../../safety/maskSecrets.ts';
import { plural } from '../../views/format.ts';

/** What is told where secrets were masked; '' where none were. */
export const maskedNote = ({ secrets }: Pick<Masked<unknown>, 'secrets'>): string =>
  secrets === 0 ? '' : `, ${plural(secrets, 'secret')} masked`;
