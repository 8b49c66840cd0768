import {
  ajouterJours,
  ajouterMois,
  type Jour,
  jourDuMois,
  type Mois,
  moisDe,
} from "#domain/dates.ts";
import { Api, type Fiche, forEach } from "../../../worker/local/demo/api.ts";
import { cfonb, IBAN_GERANCE, type Mouvement } from "../banque/fichiers-de-banque.ts";
import { ADMIN } from "../browser/browser.ts";

const NOMS =
  `Aubry Barbier Caron Delmas Etienne Fabre Garnier Hamel Imbert Jacquet Klein Lacroix Marchand Noel Olivier
  Perrot Quentin Rolland Sanchez Texier Ursule Vasseur Weber Xavier Yvon Zimmer Allard Besson Chauvin Duval Evrard Foucher
  Guillot Hardy Joubert Lambert Mallet Navarro Pasquier Ribot`.split(/\s+/);
const PRENOMS = ["Anne", "Bruno", "Claire", "David", "Emma"];

/** In cents. */
const CHARGES = 60_00;
const AIDE = 210_00;
const PAYE_EN_PARTIE = 400_00;
const OUBLIE = 45_00;
const EN_TROP = 20_00;
const SANS_NOM = 312_50;
const REVERSE = 5_000_00;
const FRAIS = 32_21;

/** The ranks in `NOMS` of the tenants of each case; the tenants before rank 22 pay in full, with the reference. */
const ONT_PAYE_SANS_REFERENCE = [22, 23, 24, 25];
const N_A_RIEN_PAYE = 26;
const PAYE_UNE_PARTIE = 27;
const DOIVENT_DEUX_MOIS = [28, 29];
const AIDE_SEULE = 30;
const AIDES_GROUPEES = [31, 32, 33];
const A_OUBLIE_45 = 34;
const A_TROP_PAYE = 35;
const REJETE = 36;
const A_PAYE_DEUX_FOIS = 37;
const PAYES_ENSEMBLE = [38, 39];

export interface Occupant {
  nom: string;
  prenom: string;
  /** The rent and charges of a month, in cents. */
  loyer: number;
  id: number;
  reference: string;
}

/**
 * An agency that collects the rents of one owner from forty tenants; the rents of this month and of the month before
 * are called.
 */
export interface MoisDAgence {
  /** The due day of this month: ten days ago. */
  echeance: Jour;
  mois: Mois;
  occupants: Occupant[];
  /** The bank's statement of the month before, then of this month, in CFONB 120. */
  releves: [avant: string, mois: string];
  /** The balance of the account at the end of the second statement, in cents. */
  solde: number;
}

export async function remplirAgence(address: string, aujourdhui: Jour): Promise<MoisDAgence> {
  const api = await Api.login(`${address}/api`, ADMIN);
  const echeance = ajouterJours(aujourdhui, -10);
  const mois = moisDe(echeance);
  const avant = ajouterMois(mois, -1);
  const debut = `${avant}-01`;
  const { id: MissionId } = await creerMandat(api, debut);
  const occupants: Occupant[] = [];
  const rangs = NOMS.map((nom, rang) => ({ nom, rang }));
  const crees = new Map<number, Occupant>();
  await forEach(rangs, async ({ nom, rang }) => {
    const prenom = PRENOMS[rang % PRENOMS.length] ?? "";
    const loyerHC = 600 + 13 * rang;
    const lieu = { adresse: `${rang + 1} rue des Lilas`, codePostal: "75020", ville: "Paris" };
    const [appartement, locataire] = await Promise.all([
      api.create("/Appartement", {
        ...lieu,
        etage: "2",
        surface: 31,
        nbPiece: 2,
        loyerHC,
        charge: CHARGES / 100,
      }),
      api.create("/Locataire", {
        ...lieu,
        titre: "Madame",
        nom,
        prenom,
        tel: "01 23 45 67 89",
        mail: `${nom.toLowerCase()}@courriel.example`,
      }),
    ]);
    await api.call("PUT", `/Mission/${MissionId}/appartement/add/${appartement.id}`);
    const dossier = await api.create("/Dossier", {
      AppartementId: appartement.id,
      LocataireId: locataire.id,
      dateEntree: debut,
      dateCreationBail: debut,
      dateDebutBail: debut,
      depotGarantie: loyerHC,
      jourQuitance: Number(echeance.slice(8)),
      loyerHC,
      loyerCharge: CHARGES / 100,
      numFraisDossier: `F-${rang}`,
    });
    for (const periode of [avant, mois]) {
      await api.create(`/Quitance/generate/${dossier.id}`, { date: `${periode}-01` });
    }
    if (rang === AIDE_SEULE || AIDES_GROUPEES.includes(rang)) {
      const depuis = `${mois}-01`;
      await api.call("PUT", `/Dossier/${dossier.id}/aide`, {
        depuis,
        montant: AIDE / 100,
        payeur: "caf",
      });
    }
    const reference = `D${String(dossier.id).padStart(6, "0")}`;
    const loyer = loyerHC * 100 + CHARGES;
    crees.set(rang, { nom, prenom, loyer, id: dossier.id, reference });
  });
  for (const { rang } of rangs) {
    const occupant = crees.get(rang);
    if (occupant) occupants.push(occupant);
  }
  const premiers = mouvementsDAvant(occupants, jourDuMois(avant, Number(echeance.slice(8))));
  const seconds = mouvementsDuMois(occupants, echeance);
  const ancien = somme(premiers);
  return {
    echeance,
    mois,
    occupants,
    releves: [cfonb({ ancien: 0, mouvements: premiers }), cfonb({ ancien, mouvements: seconds })],
    solde: ancien + somme(seconds),
  };
}

/** An owner, the mandate under which the agency collects his rents, and the bank account that receives them. */
async function creerMandat(api: Api, depuis: Jour): Promise<Fiche> {
  await api.create("/CompteBancaire", {
    nom: "Compte de gérance",
    iban: IBAN_GERANCE,
    usage: "gerance",
  });
  const client = await api.create("/Client", {
    titre: "Madame",
    nom: "de La Tour",
    prenom: "Jeanne",
    adresse: "3 place Bellecour",
    codePostal: "69002",
    ville: "Lyon",
    mailPerso: "jeanne@courriel.example",
    mobilePerso: "06 12 34 56 78",
    adresseDefaut: "adresse",
    mailDefaut: "mailPerso",
    telDefaut: "mobilePerso",
  });
  const mission = await api.create("/Mission", {
    type: "gestion",
    nbAppart: NOMS.length,
    accompte1: 0,
    accompte2: 0,
    valeurMissionAppt: 0,
    dateSignature: depuis,
    numRegistre: "40",
  });
  await api.call("PUT", `/Mission/${mission.id}/client/add/${client.id}`);
  await api.call("PUT", `/Mission/${mission.id}/conditions`, { depuis, modeFonds: "agence" });
  return mission;
}

const somme = (mouvements: readonly Mouvement[]): number =>
  mouvements.reduce((total, { montant }) => total + montant, 0);

/**
 * Movements of the month before: everybody pays with the reference, except the tenants who will pay two months at
 * once.
 */
const mouvementsDAvant = (occupants: readonly Occupant[], date: Jour): Mouvement[] =>
  occupants.flatMap((occupant, rang) =>
    DOIVENT_DEUX_MOIS.includes(rang) ? [] : [virement(occupant, date, occupant.loyer)],
  );

const virement = (
  { nom, prenom, reference }: Occupant,
  date: Jour,
  montant: number,
): Mouvement => ({
  date,
  montant,
  libelle: `VIR ${nom.toUpperCase()} ${reference}`,
  tiers: `${nom} ${prenom}`.toUpperCase(),
});

/** A {@link virement} whose label lacks the reference. */
const sansReference = ({ nom, prenom }: Occupant, date: Jour, montant: number): Mouvement => ({
  date,
  montant,
  libelle: "VIR SEPA LOYER",
  tiers: `${nom} ${prenom}`.toUpperCase(),
});

function mouvementsDuMois(occupants: readonly Occupant[], echeance: Jour): Mouvement[] {
  const jour = (apres: number) => ajouterJours(echeance, apres);
  const de = (rang: number): Occupant => {
    const occupant = occupants[rang];
    if (!occupant) throw new Error(`Aucun locataire de rang ${rang}`);
    return occupant;
  };
  const aides = [AIDE_SEULE, ...AIDES_GROUPEES];
  const [sansFaute, distrait] = DOIVENT_DEUX_MOIS.map(de);
  const [un, autre] = PAYES_ENSEMBLE.map(de);
  if (!sansFaute || !distrait || !un || !autre) throw new Error("Il manque un locataire.");
  return [
    ...occupants
      .slice(0, 22)
      .map((occupant, rang) => virement(occupant, jour(-2 + (rang % 4)), occupant.loyer)),
    ...ONT_PAYE_SANS_REFERENCE.map((rang) => sansReference(de(rang), jour(1), de(rang).loyer)),
    virement(de(PAYE_UNE_PARTIE), jour(2), PAYE_EN_PARTIE),
    virement(sansFaute, jour(2), 2 * sansFaute.loyer),
    sansReference(distrait, jour(2), 2 * distrait.loyer),
    ...aides.map((rang) => virement(de(rang), jour(2), de(rang).loyer - AIDE)),
    {
      date: jour(3),
      montant: AIDE,
      libelle: `CAF DE PARIS ${de(AIDE_SEULE).nom.toUpperCase()}`,
    },
    { date: jour(4), montant: AIDES_GROUPEES.length * AIDE, libelle: "CAF DE PARIS TIERS PAYANT" },
    virement(de(A_OUBLIE_45), jour(4), de(A_OUBLIE_45).loyer - OUBLIE),
    virement(de(A_TROP_PAYE), jour(4), de(A_TROP_PAYE).loyer + EN_TROP),
    {
      ...virement(de(REJETE), jour(5), -de(REJETE).loyer),
      libelle: `REJET ${de(REJETE).reference}`,
      rejet: "03",
    },
    virement(de(A_PAYE_DEUX_FOIS), jour(5), de(A_PAYE_DEUX_FOIS).loyer),
    virement(de(A_PAYE_DEUX_FOIS), jour(5), de(A_PAYE_DEUX_FOIS).loyer),
    {
      date: jour(6),
      montant: un.loyer + autre.loyer,
      libelle: "VIR SEPA SOCIETE HORIZON LOGEMENTS",
    },
    { date: jour(6), montant: SANS_NOM, libelle: "VIR INST 4411 SANS MOTIF" },
    { date: jour(8), montant: -REVERSE, libelle: `VIR M000001-${moisDe(echeance)}-01` },
    { date: jour(9), montant: -FRAIS, libelle: "FRAIS DE TENUE DE COMPTE" },
  ];
}

/** The debt of each tenant at the end, in euros; negative for an advance. Tenants at zero are left out. */
export const soldesAttendus = (occupants: readonly Occupant[]): Record<string, number> => {
  const loyer = (rang: number) => occupants[rang]?.loyer ?? 0;
  const soldes: [rang: number, centimes: number][] = [
    [N_A_RIEN_PAYE, loyer(N_A_RIEN_PAYE)],
    [PAYE_UNE_PARTIE, loyer(PAYE_UNE_PARTIE) - PAYE_EN_PARTIE],
    [A_OUBLIE_45, OUBLIE],
    [A_TROP_PAYE, -EN_TROP],
    [REJETE, 2 * loyer(REJETE)],
    [A_PAYE_DEUX_FOIS, -loyer(A_PAYE_DEUX_FOIS)],
  ];
  return Object.fromEntries(
    soldes.map(([rang, centimes]) => [occupants[rang]?.nom ?? "", centimes / 100]),
  );
};
