import { Invalid } from "#domain/erreurs.ts";
import { montantEcrit } from "#domain/gerance/banque/montants-et-jours-ecrits.ts";
import { ReleveRefuse } from "#domain/gerance/banque/releve.ts";
import type { Referentiel } from "#domain/gerance/reprise/reprise.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import {
  cleDeLigne,
  NATURES_REPRISES,
  type NatureReprise,
} from "#domain/gerance/reprise/solde-repris.ts";
import { enEuros } from "#domain/montants.ts";
import { rechercheNormalisee } from "#domain/recherche.ts";
import { decouperCsv } from "#worker/operations/tableau-csv.ts";

/** The columns of a file of balances, by the first words of their headers. */
const COLONNES = ["type", "reference", "mois", "nature", "montant", "detenu"] as const;
type Colonne = (typeof COLONNES)[number];
type Cellules = Readonly<Record<Colonne, string>>;

const TYPES: Readonly<Record<string, LigneReprise["genre"]>> = {
  locataire: "dette",
  dette: "dette",
  avance: "avance",
  depot: "depot",
  "depot de garantie": "depot",
  mandant: "mandant",
  mandat: "mandant",
  banque: "banque",
};

const LIGNES_AU_PLUS = 20_000;
const FAUTES_DITES = 5;

/** The error for a line that cannot be read; its message says why. */
class LigneRefusee extends Error {}

/**
 * The balances of a CSV file, one per line: type, reference, month, nature, amount and holder (reprise/README
 * §12.13). All of them, or none.
 * @throws Invalid without a line of headers, or naming the lines that can't be read.
 */
export function lireSoldes(texte: string, referentiel: Referentiel): LigneReprise[] {
  const rangs = decouperCsv(texte, LIGNES_AU_PLUS + 1, "texte");
  const places = COLONNES.map((nom) =>
    (rangs[0] ?? []).findIndex((cellule) => rechercheNormalisee(cellule).startsWith(nom)),
  );
  const [type = -1, reference = -1, , , montant = -1] = places;
  if (Math.min(type, reference, montant) < 0) {
    throw new Invalid({
      texte:
        "La première ligne nomme les colonnes : type ; reference ; mois ; nature ; montant ; detenu.",
    });
  }
  const trouver = annuaire(referentiel);
  const lignes: LigneReprise[] = [];
  const vues = new Map<string, number>();
  const fautes: string[] = [];
  for (const [rang, cellules] of rangs.entries()) {
    if (rang === 0 || cellules.every((cellule) => cellule.trim() === "")) continue;
    try {
      const cellulesParColonne = Object.fromEntries(
        COLONNES.map((nom, place) => [nom, cellules[places[place] ?? -1]?.trim() ?? ""]),
      ) as Record<Colonne, string>;
      const ligne = lire(cellulesParColonne, trouver);
      const deja = vues.get(cleDeLigne(ligne));
      if (deja !== undefined) throw new LigneRefusee(`ce solde est déjà donné ligne ${deja}.`);
      vues.set(cleDeLigne(ligne), rang + 1);
      lignes.push(ligne);
    } catch (error) {
      if (!(error instanceof LigneRefusee || error instanceof ReleveRefuse)) throw error;
      fautes.push(`Ligne ${rang + 1} : ${error.message}`);
    }
  }
  if (fautes.length > 0) {
    const fautesTues = fautes.length - FAUTES_DITES;
    throw new Invalid({
      texte: [
        ...fautes.slice(0, FAUTES_DITES),
        ...(fautesTues > 0 ? [`Et ${fautesTues} autres lignes.`] : []),
        "Rien n’a été importé.",
      ].join("\n"),
    });
  }
  if (lignes.length === 0) throw new Invalid({ texte: "Ce fichier ne contient aucun solde." });
  return lignes;
}

/** The words of a name in alphabetical order: the order in which they were written does not count. */
const motsDe = (nom: string): string => rechercheNormalisee(nom).split(/\s+/).toSorted().join(" ");

type Trouver = (genre: LigneReprise["genre"], reference: string) => number;

/**
 * Finds the record that a reference names: « D000012 », the number of a mandate, the name of an account, of a tenant
 * or of an owner.
 */
function annuaire({ dossiers, mandats, banques }: Referentiel): Trouver {
  const parmi = (entrees: readonly (readonly [string, number])[]) =>
    Map.groupBy(
      entrees.flatMap(([nom, id]) => (nom ? [[motsDe(nom), id] as const] : [])),
      ([nom]) => nom,
    );
  const deDossier = parmi(
    dossiers.flatMap(({ id, numero, locataire }) => [
      [numero, id],
      [String(id), id],
      [locataire, id],
    ]),
  );
  const deMandat = parmi(
    mandats.flatMap(({ id, numRegistre, clients }) => [
      [numRegistre ?? String(id), id],
      [clients, id],
    ]),
  );
  const deBanque = parmi(banques.map(({ id, nom }) => [nom, id]));
  return (genre, reference) => {
    const noms = genre === "mandant" ? deMandat : genre === "banque" ? deBanque : deDossier;
    const ids = new Set(noms.get(motsDe(reference))?.map(([, id]) => id));
    const [id] = ids;
    if (id === undefined) throw new LigneRefusee(`« ${reference.slice(0, 40)} » n’est pas connu.`);
    if (ids.size > 1) {
      throw new LigneRefusee(
        `« ${reference.slice(0, 40)} » en désigne ${ids.size} : donnez son numéro.`,
      );
    }
    return id;
  };
}

function lire(
  { type, reference, mois, nature, montant, detenu }: Cellules,
  trouver: Trouver,
): LigneReprise {
  const genre = TYPES[rechercheNormalisee(type)];
  if (!genre) {
    throw new LigneRefusee(
      `le type « ${type.slice(0, 40)} » n’est pas locataire, avance, depot, mandant ou banque.`,
    );
  }
  const id = trouver(genre, reference);
  const centimes = montantEcrit(montant);
  const euros = enEuros(centimes);
  if (genre === "banque") return { genre, CompteBancaireId: id, montant: euros };
  if (genre === "mandant") return { genre, MissionId: id, montant: euros };
  if (centimes <= 0) throw new LigneRefusee("le montant est supérieur à zéro.");
  if (genre === "avance") return { genre, DossierId: id, montant: euros };
  if (genre === "depot") {
    const detenuPar = /^(bailleur|proprietaire)/.test(rechercheNormalisee(detenu))
      ? "bailleur"
      : "agence";
    if (detenuPar === "agence" && detenu && !/^agence/.test(rechercheNormalisee(detenu))) {
      throw new LigneRefusee(`« ${detenu.slice(0, 40)} » n’est ni agence ni bailleur.`);
    }
    return { genre, DossierId: id, detenuPar, montant: euros };
  }
  return {
    genre,
    DossierId: id,
    ...(mois ? { mois: moisLu(mois) } : {}),
    ...(nature ? { nature: natureLue(nature) } : {}),
    montant: euros,
  };
}

/** The nature that a cell names, as « loyer » or « Régularisation de charges ». */
function natureLue(texte: string): NatureReprise {
  const natureEcrite = rechercheNormalisee(texte);
  const natures = Object.keys(NATURES_REPRISES) as NatureReprise[];
  const nature = natures.find((connue) => natureEcrite.startsWith(connue));
  if (!nature) {
    throw new LigneRefusee(
      `la nature « ${texte.slice(0, 40)} » n’est pas loyer, charges, regularisation ou reparation.`,
    );
  }
  return nature;
}

/** The month of a cell, as « 2026-09 » or « 09/2026 ». */
function moisLu(texte: string): string {
  const iso = texte.replace(
    /^(\d{1,2})\/(\d{4})$/,
    (_, mois, annee) => `${annee}-${mois.padStart(2, "0")}`,
  );
  if (!/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(iso)) {
    throw new LigneRefusee(`le mois « ${texte.slice(0, 40)} » n’est pas AAAA-MM.`);
  }
  return iso;
}
