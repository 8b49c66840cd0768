import { type Context, Hono } from "hono";
import { NotFound } from "#domain/erreurs.ts";
import { says } from "#worker/http/api/described.ts";
import { type Bounds, LEDGER_QUERIES, ledgerQuery } from "#worker/http/files/ledger-queries.ts";
import { stateFile } from "#worker/http/files/state-files.ts";
import { requires } from "#worker/http/session/guards.ts";
import { auditing, visitedOf } from "#worker/http/session/visit.ts";
import type { App } from "#worker/http/types.ts";
import { lireExercices } from "#worker/operations/gerance/cloture/clotures.ts";
import { ETATS } from "#worker/operations/gerance/exports/etats-des-livres.ts";
import { lireFournisseursOuverts } from "#worker/operations/gerance/livres/fournisseurs-ouverts.ts";
import {
  exigerTiersDeLaPeriode,
  lireAuxiliaires,
  lireCompteDuLivre,
  lireComptesDuLivre,
  lireJournalDuLivre,
} from "#worker/operations/gerance/livres/grand-livre.ts";
import { lireLocatairesOuverts } from "#worker/operations/gerance/livres/tiers-ouverts.ts";

/** The views of the books on screen, for staff and for the accountant's visit. */
const LECTURES = {
  comptes: {
    summary: "Les comptes d’un livre, de la veille d’une période à son dernier soir.",
    async read(c: Context<App>, bounds: Bounds) {
      const lignes = await lireComptesDuLivre(c.var, ledgerQuery(c, "comptes", bounds));
      return { lignes, total: lignes.length };
    },
  },
  auxiliaires: {
    summary: "Les comptes de chaque tiers d’un même compte, dans une période.",
    read: (c: Context<App>, bounds: Bounds) =>
      lireAuxiliaires(c.var, ledgerQuery(c, "auxiliaires", bounds)),
  },
  "grand-livre": {
    summary: "Un compte ligne après ligne, avec son solde et son lettrage, dans une période.",
    async read(c: Context<App>, bounds: Bounds) {
      const demande = ledgerQuery(c, "grand-livre", bounds);
      const { genre, de } = demande;
      if (bounds && de !== undefined)
        await exigerTiersDeLaPeriode(c.var, { genre, de, du: bounds.du, au: bounds.au });
      return lireCompteDuLivre(c.var, demande);
    },
  },
  journal: {
    summary: "Le journal d’un livre dans une période, dans l’ordre des écritures.",
    read: (c: Context<App>, bounds: Bounds) =>
      lireJournalDuLivre(c.var, ledgerQuery(c, "journal", bounds)),
  },
  locataires: {
    summary:
      "Ce que chaque locataire devait un soir, pièce par pièce, de ce que rien n’avait réglé.",
    read: (c: Context<App>, bounds: Bounds) =>
      lireLocatairesOuverts(c.var, ledgerQuery(c, "locataires", bounds)),
  },
  fournisseurs: {
    summary: "Ce qui était dû à chaque fournisseur un soir, facture par facture.",
    read: (c: Context<App>, bounds: Bounds) =>
      lireFournisseursOuverts(c.var, ledgerQuery(c, "fournisseurs", bounds)),
  },
  exercices: {
    summary: "Les exercices du livre des honoraires que touche une période, et qui a clos chacun.",
    async read(c: Context<App>, bounds: Bounds) {
      const { du, au } = ledgerQuery(c, "exercices", bounds);
      const tenus = await lireExercices(c.var);
      const lignes = tenus.filter((annee) => annee.du <= au && annee.au >= du);
      return { lignes, total: lignes.length };
    },
  },
} satisfies Record<
  keyof typeof LEDGER_QUERIES,
  { summary: string; read(c: Context<App>, bounds: Bounds): Promise<unknown> }
>;

type Lecture = keyof typeof LECTURES;

/** For each CSV file that the accountant may download, the view of the books whose query parameters it takes. */
const FICHIERS = {
  "grand-livre": "grand-livre",
  journal: "journal",
  "locataires-lettres": "locataires",
  "fournisseurs-dus": "fournisseurs",
} as const satisfies Partial<Record<keyof typeof ETATS, Lecture>>;

/** The period of the accountant's visit. @throws NotFound outside a visit */
function boundsOf({ var: { accountant } }: Context<App>) {
  if (!accountant) throw new NotFound();
  return accountant;
}

const routes = new Hono<App>();
for (const nom of Object.keys(LECTURES) as Lecture[]) {
  const { summary, read } = LECTURES[nom];
  const query = LEDGER_QUERIES[nom];
  routes
    .get(`/Export/${nom}`, says(summary, { query }), requires("administrer"), async (c) =>
      c.json({ data: await read(c, null) }),
    )
    .get(
      `/Comptable/livres/${nom}`,
      says(`${summary} Pour le comptable en visite, dans sa période.`, { query, refusals: [404] }),
      auditing,
      async (c) => c.json({ data: await read(c, boundsOf(c)) }),
    );
}
for (const nom of Object.keys(FICHIERS) as (keyof typeof FICHIERS)[]) {
  const query = LEDGER_QUERIES[FICHIERS[nom]];
  routes.get(
    `/Comptable/livres/${nom}.csv`,
    says(`${ETATS[nom].summary} Pour le comptable en visite, dans sa période.`, {
      query,
      media: "text/csv",
    }),
    auditing,
    async (c) => {
      const demande = ledgerQuery(c, FICHIERS[nom], boundsOf(c));
      return stateFile(c, visitedOf(c), { nom, demande });
    },
  );
}

/** The books on screen (livres/README §12.30). */
export const grandLivreResource = routes;
