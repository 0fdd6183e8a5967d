import { memoryOrigin, trustOfOrigin } from '../../model/authority.ts';
import { escapeInvisible } from '../../model/escape-invisible.ts';
import type { MemoryMend } from '../../model/memory-audit.ts';
import type { AuditRule, Found } from '../audit-ground.ts';
import type { Passage } from '../passages.ts';
import { textMark } from '../text-mark.ts';

/** Whoever tells not to do it steers nobody. */
const unlessDenied = /(?<!\b(?:not|don['’]t|never)\s+(?:(?:ever|just|simply|blindly)\s+)?)/.source;
const english = (pattern: RegExp): RegExp => new RegExp(`${unlessDenied}${pattern.source}`, 'i');

const denial = '(?:nicht|nie|niemals|keine?[nrms]?)(?!\\p{L})';
/** In German the denial stands behind the verb, or behind what is denied. `most`: so many other words may stand between. */
const german = (verb: string, most: number, what: string): RegExp =>
  new RegExp(
    `(?<!\\p{L})(?:${verb})\\s+(?:(?!${denial})\\p{L}+\\s+){0,${most}}?(?:${what})(?!\\p{L})(?!\\s+${denial})`,
    'iu',
  );
const orders = '(?:anweisung|instruktion|regel|vorgabe|nachricht|richtlinie|befehl)(?:e?n|e)?';
const earlier = '(?:vorherig|vorangegangen|vorig|bisherig|obig|früher)(?:e[nr]?)';

/** What a text says to take over who reads it, and what it is called. */
const signs: readonly (readonly [RegExp, string])[] = [
  [
    german(
      'ignorier(?:e|t|en\\s+sie)|missachtet?|vergiss|vergesst|vergessen\\s+sie',
      3,
      `${earlier}\\s+(?:\\p{L}+\\s+)?${orders}`,
    ),
    'tells to ignore instructions',
  ],
  [
    new RegExp(
      `(?<!\\p{L})${earlier}\\s+(?:\\p{L}+\\s+)?${orders}\\s+(?:ignorieren|missachten|vergessen)(?!\\p{L})`,
      'iu',
    ),
    'tells to ignore instructions',
  ],
  [
    german(
      'ignorier(?:e|t)|vergiss|vergesst',
      0,
      'alles,?\\s+(?:was\\s+(?:man\\s+)?dir|bisherige|obige|vorherige)',
    ),
    'tells to ignore instructions',
  ],
  [
    german(
      'verrate|zeige?|gib|nenne|drucke?|sende?|schicke?',
      3,
      'system-?prompt|deine\\s+anweisungen|api-?schlüssel|zugangsdaten|umgebungsvariablen|privaten?\\s+schlüssel',
    ),
    'asks for what is secret',
  ],
  [
    german(
      'ohne',
      2,
      '(?:nutzer|benutzer|anwender|entwickler)(?:in)?n?\\s+(?:(?:davon|darüber)\\s+)?zu\\s+(?:informieren|fragen|benachrichtigen|erzählen|sagen)',
    ),
    'hides something from the user',
  ],
  [
    /(?<!\p{L})(?:sage?|erzähle?|verrate)\s+(?:es\s+)?(?:dem|der|den)\s+(?:nutzer|benutzer|anwender|entwickler)(?:in)?n?\s+nichts(?!\p{L})/iu,
    'hides something from the user',
  ],
  [
    /(?<!\p{L})(?:sende?|schicke?|lade|übertrage|kopiere)\s+(?:(?!nicht|nie|kein)\p{L}+\s+){0,6}?(?:an|nach|auf|zu)\s+https?:\/\//iu,
    'sends something to an address',
  ],
  [
    english(
      /\b(?:ignore|disregard|forget|override|bypass)\s+(?:\w+\s+){0,3}?(?:previous|prior|above|earlier|preceding|existing|system|safety)\s+(?:\w+\s+)?(?:instructions?|prompts?|rules?|messages?|directives?|guidelines?|context)\b/,
    ),
    'tells to ignore instructions',
  ],
  [
    english(
      /\b(?:ignore|disregard|forget)\s+(?:everything|anything|all)\s+(?:you\s+(?:were|have\s+been)\s+told|above|before\s+this)\b/,
    ),
    'tells to ignore instructions',
  ],
  [
    /\b(?:you\s+are\s+now|from\s+now\s+on,?\s+you\s+(?:are|act|behave)|act\s+as|pretend\s+to\s+be)\s+(?:in\s+)?(?:an?\s+)?(?:unrestricted|unfiltered|jailbroken|developer\s+mode|root|admin|dan\b)/i,
    'gives another role',
  ],
  [
    english(
      /\b(?:reveal|print|show|repeat|output|leak|send|exfiltrate)\s+(?:\w+\s+){0,3}?(?:system\s+prompt|hidden\s+instructions|your\s+instructions|api\s+keys?|credentials|environment\s+variables|private\s+keys?)\b/,
    ),
    'asks for what is secret',
  ],
  [
    /\b(?:do\s+not|don't|never)\s+(?:tell|inform|alert|notify|mention\s+(?:this|it)\s+to)\s+(?:the\s+)?(?:user|human|developer|operator)\b/i,
    'hides something from the user',
  ],
  [
    /\bwithout\s+(?:telling|asking|informing|notifying)\s+(?:the\s+)?(?:user|human|developer|operator)\b/i,
    'hides something from the user',
  ],
  [
    /\b(?:curl|wget|fetch)\s+\S*https?:\/\/\S+\s*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/i,
    'runs what is loaded from the web',
  ],
  [
    english(/\b(?:post|send|upload|forward|copy)\s+(?:\w+\s+){0,6}?(?:to|into)\s+https?:\/\//),
    'sends something to an address',
  ],
  [
    /(?:^|\n)\s*(?:<\/?(?:system|assistant|instructions?|im_start|im_end)\b[^>]*>|\[\/?(?:INST|SYS)\]|<\|(?:im_start|system|assistant)\|>)/i,
    'plays another speaker',
  ],
  [/(?:^|\n)\s*(?:system|assistant)\s*:\s*\S/i, 'plays another speaker'],
  [/!\[[^\]]*\]\(https?:\/\/[^)]*[?&=][^)]*(?:\$\{|\{\{|%7B)/i, 'sends something with a picture'],
];

/** Texts that were written to steer an agent rather than to tell it something. */
export const injection: AuditRule = {
  severity: 'error',
  *find({ passages }) {
    const found: Found[] = [];
    for (const passage of passages) {
      yield;
      const sign = signOf(passage.text);
      if (sign === undefined) continue;
      const { memory, place } = passage;
      const mend = mendOf(passage);
      found.push({
        memory_id: memory.id,
        place,
        message: `${sign}; it reads like an attempt to steer agents`,
        mend,
        // What is shown as data already does no more harm than it says.
        ...(mend.do === 'cut' && { severity: 'warning' }),
        mend_label: mend.do === 'lower' ? 'Treat it as an import, shown as data' : 'Remove this text',
      });
    }
    return found;
  },
};

function signOf(text: string): string | undefined {
  // Letters that are not seen are no part of a note, and hide one.
  if (/\[U\+(?:E00|20[26]|200B)/.test(escapeInvisible(text))) return 'hides characters that are not seen';
  const plain = text.normalize('NFKC');
  return signs.find(([sign]) => sign.test(plain))?.[1];
}

function mendOf({ memory, place, text }: Passage): MemoryMend {
  const isData = trustOfOrigin[memoryOrigin(memory)] === 'imported';
  return isData ? { do: 'cut', place, of: textMark(text), from: 0, to: text.length } : { do: 'lower' };
}
