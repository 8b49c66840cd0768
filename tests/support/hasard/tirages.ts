import fc from "fast-check";

/**
 * The drawn number that chooses a thing among those present when the act is played: the remainder of its division by
 * their number is the rank of the thing.
 */
const rang = fc.nat(10_000);

const POIDS = {
  payer: 28,
  crediter: 4,
  rejeter: 4,
  annulerReglement: 2,
  appeler: 2,
  abandonner: 1,
  annulerQuittance: 1,
  basculer: 1,
  convenir: 4,
  reviser: 7,
  posterLettres: 2,
  renoncer: 1,
  annulerRevision: 2,
  changerLoyer: 4,
  annulerLoyer: 1,
  depenser: 4,
  donnerBon: 6,
  payerDepense: 6,
  reprendreDepense: 3,
  depenserImmeuble: 4,
  decompter: 5,
  etaler: 1,
  partir: 3,
  refaireQuittances: 2,
  arreterDepart: 7,
  annulerArret: 2,
  solderCharges: 1,
  majorer: 1,
  rendreAvance: 1,
  rendreTropPercu: 3,
  garderTropPercu: 1,
  rendre: 1,
  relouer: 3,
  rendreCompte: 3,
  reverser: 8,
  annulerLot: 1,
  telecharger: 4,
  rejeterVirement: 2,
  apporter: 1,
  reprendreApport: 1,
  reglerFacture: 2,
  annulerFacture: 1,
  facturerLocataire: 2,
  faireAvoir: 3,
  rembourserAvoirs: 4,
  finir: 3,
  remettre: 3,
  arreterMandat: 3,
  annulerFin: 1,
} as const;

export type Geste = keyof typeof POIDS;

export const GESTES = Object.keys(POIDS) as Geste[];

/**
 * The days between an event and the day on which staff note it: most are noted at once, some after their month is
 * closed.
 */
const retard = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 20 }) },
  { weight: 2, arbitrary: fc.integer({ min: 21, max: 150 }) },
);

const acte = fc.record({
  geste: fc.oneof(
    ...Object.entries(POIDS).map(([geste, weight]) => ({
      weight,
      arbitrary: fc.constant(geste as Geste),
    })),
  ),
  jour: fc.integer({ min: 1, max: 28 }),
  rang,
  autre: rang,
  retard,
  /** In cents. */
  montant: fc.integer({ min: 1, max: 120_000 }),
});

export type Acte = typeof acte extends fc.Arbitrary<infer Valeur> ? Valeur : never;

/** A dwelling of a mandate, as it is let at the start of the year; sums in cents. */
const lot = fc.record({
  loyer: fc.integer({ min: 30_000, max: 180_000 }),
  charges: fc.integer({ min: 0, max: 25_000 }),
  debut: fc.record({
    annee: fc.constantFrom(2022, 2023, 2024),
    mois: fc.integer({ min: 1, max: 12 }),
    jour: fc.constantFrom(1, 1, 1, 15, 28),
  }),
  typeBail: fc.constantFrom("nu", "nu", "meuble"),
  forfait: fc.constantFrom(false, false, false, true),
  trimestre: fc.constantFrom(1, 2, 3, 4),
  classe: fc.constantFrom("C", "D", "D", "E", "G", null),
  depot: fc.constantFrom(0, 0.5, 1),
  jourQuitance: fc.constantFrom(1, 5, 10),
  surface: fc.integer({ min: 900, max: 9_000 }),
});

const PARTS = [
  [1],
  [3, 2],
  [1, 2],
  [1, 1, 1],
  [2, 1, 4],
  [1, 3, 3],
] as const satisfies readonly number[][];

export const parts = fc.constantFrom<readonly number[]>(...PARTS);

/** The year of a mandate: its terms, its dwellings, and its acts month by month. */
const histoire = (mois: number, gestes: number) =>
  fc.record({
    fonds: fc.constantFrom("agence", "agence", "agence", "proprietaire"),
    taux: fc.constantFrom(4.5, 7, 7.2, 9),
    tauxEn: fc.constantFrom("ht", "ttc"),
    assiette: fc.constantFrom(
      "encaisse_cc",
      "encaisse_cc",
      "encaisse_hc",
      "quittance_cc",
      "forfait",
    ),
    provision: fc.constantFrom(0, 100, 300),
    parts,
    autre: fc.constantFrom(0, 0, 36, 120),
    lots: fc.array(lot, { minLength: 1, maxLength: 3 }),
    mois: fc.array(fc.array(acte, { minLength: gestes, maxLength: gestes }), {
      minLength: mois,
      maxLength: mois,
    }),
  });

export type Histoire =
  ReturnType<typeof histoire> extends fc.Arbitrary<infer Valeur> ? Valeur : never;
export type LotTire = Histoire["lots"][number];

/** The agency's own acts of a month: a new VAT regime, the accounts, the close. */
const moisDAgence = fc.record({
  tva: fc.constantFrom(
    null,
    null,
    null,
    null,
    null,
    "debits",
    "encaissements",
    "franchise",
    "assujettie",
  ),
  clore: fc.constantFrom(false, false, true),
  jourDeCloture: fc.integer({ min: 2, max: 9 }),
  /** Chooses the mandate whose account is validated late: two months in three, none. */
  enRetard: rang,
});

export type MoisDAgence = typeof moisDAgence extends fc.Arbitrary<infer Valeur> ? Valeur : never;

export const annee = ({
  mandats,
  mois,
  gestes,
}: {
  mandats: number;
  mois: number;
  gestes: number;
}) =>
  fc.record({
    histoires: fc.array(histoire(mois, gestes), { minLength: mandats, maxLength: mandats }),
    /**
     * Whether the agency advances its own money, so that transfers are made even when a refused rent overdraws a
     * mandate.
     */
    apport: fc.boolean(),
    agence: fc.array(moisDAgence, { minLength: mois, maxLength: mois }),
  });

export type AnneeTiree =
  ReturnType<typeof annee> extends fc.Arbitrary<infer Valeur> ? Valeur : never;
