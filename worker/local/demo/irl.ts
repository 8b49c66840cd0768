import { irlDeMetropole, type Trimestre } from "#domain/bail/irl.ts";
import { dernierJour, type Jour, moisDe, premierJour } from "#domain/dates.ts";
import { anniversairesEntre } from "#domain/gerance/revisions/anniversaires.ts";

interface Indexation {
  indice: number;
  indiceTrim: string;
  derniereRevision: Jour | null;
  dernierIndice: number | null;
  dernierTrimestre: string | null;
}

/**
 * The index in the clause of a lease, and its last revision: the rent was revised on each anniversary before this
 * month. The clause names the latest quarter, among those known at the signature, for which the index of every
 * anniversary is known.
 */
export function indexationDemo(
  { signature, debut }: { signature: Jour; debut: Jour },
  today: Jour,
): Indexation {
  const dates = { debut, convenue: null };
  const passes = anniversairesEntre(dates, debut, dernierJour(moisDe(today)));
  const revises = passes.filter((jour) => jour < premierJour(moisDe(today)));
  const derniereRevision = revises.at(-1) ?? null;
  for (let rang = rangConnu(signature); rang >= PREMIER; rang--) {
    const indice = valeurDuRang(rang);
    if (indice === null || valeurDuRang(rang + 4 * passes.length) === null) continue;
    const dernier = rang + 4 * revises.length;
    const revisee = derniereRevision !== null;
    return {
      indice,
      indiceTrim: enLettres(rang),
      derniereRevision,
      dernierIndice: revisee ? valeurDuRang(dernier) : null,
      dernierTrimestre: revisee ? enLettres(dernier) : null,
    };
  }
  return { ...SANS_REVISION, indice: valeurDuRang(PREMIER) ?? 0, indiceTrim: enLettres(PREMIER) };
}

const SANS_REVISION = { derniereRevision: null, dernierIndice: null, dernierTrimestre: null };

/** The first quarter of 2020; a rank counts the quarters since year 0. */
const PREMIER = 2020 * 4;

/**
 * The rank of the last quarter known at a signature: an index counts as known from the second month after its
 * quarter.
 */
const rangConnu = (signature: Jour): number =>
  Math.floor((Number(signature.slice(0, 4)) * 12 + Number(signature.slice(5, 7)) - 2) / 3 - 1);

const trimestreDuRang = (rang: number): Trimestre => ({
  annee: Math.floor(rang / 4),
  trimestre: (rang % 4) + 1,
});

function valeurDuRang(rang: number): number | null {
  const { annee, trimestre } = trimestreDuRang(rang);
  return irlDeMetropole(annee, trimestre);
}

function enLettres(rang: number): string {
  const { annee, trimestre } = trimestreDuRang(rang);
  return `${trimestre === 1 ? "1er" : `${trimestre}e`} trimestre ${annee}`;
}
