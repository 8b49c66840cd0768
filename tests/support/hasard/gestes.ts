import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import {
  ajouterJours,
  ajouterMois,
  dernierJour,
  type Jour,
  moisDe,
  plusTard,
} from "#domain/dates.ts";
import type { DecompteDeCharges } from "#domain/gerance/charges/decompte-lu.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type { RevisionsDuMois } from "#domain/gerance/revisions/revision-lue.ts";
import { openDb } from "#worker/db/client.ts";
import type { Answer } from "../worker/api.ts";
import {
  type AgenceVecue,
  type Mandat,
  type Occupation,
  PREMIER_MOIS,
  partsDe,
} from "./agence-vecue.ts";
import type { Acte, Geste } from "./tirages.ts";

const db = openDb(env);
const PREMIER_JOUR: Jour = `${PREMIER_MOIS}-01`;

type Reponse = Promise<Answer<unknown> | null>;
type Jouer = (agence: AgenceVecue, mandat: Mandat, acte: Acte) => Reponse;

const parmi = <T>(tous: readonly T[], rang: number): T | undefined => tous[rang % tous.length];

const ids = async (requete: ReturnType<typeof sql>) =>
  (await db.all<{ id: number }>(requete)).map(({ id }) => id);

const json = (valeurs: readonly number[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(valeurs)}))`;

const bauxDe = ({ lots }: Mandat): Occupation[] => lots.flatMap(({ baux }) => baux);
const dossiersDe = (mandat: Mandat) => json(bauxDe(mandat).map(({ DossierId }) => DossierId));
const logementsDe = ({ lots }: Mandat) => json(lots.map(({ AppartementId }) => AppartementId));
const bailDe = (mandat: Mandat, rang: number) => parmi(bauxDe(mandat), rang)?.DossierId ?? 0;
const partantDe = (mandat: Mandat, rang: number) =>
  parmi(
    bauxDe(mandat).filter(({ part }) => part),
    rang,
  )?.DossierId ?? bailDe(mandat, rang);
const lotDe = ({ lots }: Mandat, rang: number) => parmi(lots, rang)?.AppartementId ?? 0;

const fait = ({ jour }: AgenceVecue, { retard }: Acte): Jour =>
  plusTard(PREMIER_JOUR, ajouterJours(jour, -retard));

const un = (requete: ReturnType<typeof sql>, rang: number) =>
  ids(requete).then((tous) => parmi(tous, rang) ?? 0);

const reglementsDe = (mandat: Mandat, etat: "credite" | "recu") =>
  sql`SELECT id FROM "Reglement" WHERE "DossierId" IN ${dossiersDe(mandat)} AND etat = ${etat} ORDER BY id`;

const depensesDe = (mandat: Mandat, quand: ReturnType<typeof sql>) =>
  sql`SELECT id FROM "Intendance" WHERE "AppartementId" IN ${logementsDe(mandat)} AND ${quand} ORDER BY id`;

const depart =
  (nom: string, corps: (acte: Acte) => object = () => ({})): Jouer =>
  async ({ admin }, mandat, acte) =>
    admin.post(`/Dossier/${partantDe(mandat, acte.rang)}/depart/${nom}`, corps(acte));

const LOTS_DE_VIREMENTS = {
  valide: sql`SELECT id FROM "Reversement" WHERE etat = 'valide' ORDER BY id DESC LIMIT 2`,
};

const DES_LOCATAIRES = {
  payer: async (agence, mandat, acte) => {
    const DossierId = bailDe(mandat, acte.rang);
    const [lu] = await db.all<{ du: number }>(
      sql`SELECT coalesce(sum(reste), 0) AS du FROM "Echeance" WHERE "DossierId" = ${DossierId} AND reste > 0`,
    );
    const du = lu?.du ?? 0;
    const montant =
      [du, du, du, du, Math.ceil(du / 2), du + acte.montant, acte.montant][acte.autre % 7] ||
      acte.montant;
    return agence.admin.post("/Reglement", {
      ...{ DossierId, date: fait(agence, acte), montant: montant / 100 },
      mode: parmi(
        ["virement", "virement", "virement", "prelevement", "cheque", "especes", null],
        acte.autre + acte.montant,
      ),
      payeur: parmi(
        ["locataire", "locataire", "locataire", "caf", "caution", "gli", "bailleur"],
        acte.montant,
      ),
    });
  },
  crediter: async (agence, mandat, acte) =>
    agence.admin.post(`/Reglement/${await un(reglementsDe(mandat, "recu"), acte.autre)}/crediter`, {
      date: fait(agence, acte),
    }),
  rejeter: async (agence, mandat, acte) =>
    agence.admin.post(
      `/Reglement/${await un(reglementsDe(mandat, "credite"), acte.autre)}/rejeter`,
      {
        ...{ motif: "Sans provision", date: fait(agence, acte) },
      },
    ),
  annulerReglement: async ({ admin }, mandat, { autre }) =>
    admin.post(`/Reglement/${await un(reglementsDe(mandat, "credite"), autre)}/annuler`, {
      motif: "Essai",
    }),
  appeler: async (agence, mandat, acte) =>
    agence.admin.post(`/Dossier/${bailDe(mandat, acte.rang)}/appel`, {
      nature: parmi(["reparation", "depot", "assurance", "contribution"], acte.autre),
      ...{ montant: acte.montant / 100, exigibleLe: fait(agence, acte) },
    }),
  rendreTropPercu: async (agence, mandat, acte) => {
    const DossierId = await un(
      sql`SELECT de AS id FROM "Ligne" WHERE genre = '4191' AND de IN ${dossiersDe(mandat)} GROUP BY de HAVING sum(credit - debit) > 0 ORDER BY de`,
      acte.rang,
    );
    if (DossierId === 0) return null;
    return agence.admin.post(
      `/Dossier/${DossierId}/avance`,
      acte.autre % 2 === 0 ? {} : { montant: Math.ceil(acte.montant / 10) / 100 },
    );
  },
  garderTropPercu: async ({ admin }, mandat, { autre }) => {
    const rendues = await db.all<{ id: number; DossierId: number }>(
      sql`SELECT id, "DossierId" FROM "AvanceRendue" WHERE "DossierId" IN ${dossiersDe(mandat)} AND "annuleLe" IS NULL ORDER BY id DESC`,
    );
    const rendue = parmi(rendues, autre);
    if (!rendue) return null;
    return admin.post(`/Dossier/${rendue.DossierId}/avance/${rendue.id}/annuler`, {
      motif: "Essai",
    });
  },
  abandonner: async (agence, mandat, acte) => {
    const corps = new FormData();
    corps.set("montant", String(acte.montant / 100));
    corps.set("date", fait(agence, acte));
    corps.set("fichier", new File(["%PDF-1.4 accord"], "accord.pdf", { type: "application/pdf" }));
    const chemin = `/api/Dossier/${bailDe(mandat, acte.rang)}/abandon`;
    const reponse = await agence.admin.fetch(chemin, { method: "POST", body: corps });
    return { status: reponse.status, error: { message: await reponse.text() } } as Answer<unknown>;
  },
  annulerQuittance: async ({ admin }, mandat, { autre }) =>
    admin.post(
      `/Quitance/${await un(sql`SELECT id FROM "Quitance" WHERE "DossierId" IN ${dossiersDe(mandat)} AND "annuleeLe" IS NULL ORDER BY id`, autre)}/annuler`,
      { motif: "Essai" },
    ),
  basculer: async ({ admin }, mandat, { autre, montant }) =>
    admin.get(
      `/Quitance/switchState/${montant % 2 === 0}/${await un(sql`SELECT id FROM "Quitance" WHERE "DossierId" IN ${dossiersDe(mandat)} AND "annuleeLe" IS NULL ORDER BY id`, autre)}`,
    ),
} satisfies Partial<Record<Geste, Jouer>>;

const DES_LOYERS = {
  reviser: async (agence, mandat, acte) => {
    const mois = ajouterMois(moisDe(agence.jour), acte.autre % 2);
    const { data } = await agence.admin.get<RevisionsDuMois>(`/Revision?mois=${mois}`);
    const siens = bauxDe(mandat).map(({ DossierId }) => DossierId);
    const revisions = data.lignes
      .filter(
        ({ DossierId, etat }) =>
          siens.includes(DossierId) && (etat === "a_notifier" || acte.rang % 5 === 0),
      )
      .map(({ DossierId, anniversaire }) => ({ DossierId, anniversaire }));
    if (revisions.length === 0) return null;
    return agence.admin.post("/Revision/demander", {
      revisions,
      effet: acte.montant % 2 === 0 ? "premier_du_mois" : "des_la_demande",
      complement: acte.montant % 5 < 2,
      ...(acte.montant % 3 === 0 ? { canal: "lettre", posteeLe: fait(agence, acte) } : {}),
    });
  },
  posterLettres: async (agence, mandat, acte) => {
    const lettres =
      await ids(sql`SELECT id FROM "Revision" WHERE "DossierId" IN ${dossiersDe(mandat)}
      AND canal = 'lettre' ORDER BY id DESC LIMIT 3`);
    if (lettres.length === 0) return null;
    return agence.admin.post("/Revision/postees", { ids: lettres, le: fait(agence, acte) });
  },
  renoncer: async (agence, mandat, acte) => {
    const mois = ajouterMois(moisDe(agence.jour), acte.autre % 2);
    const { data } = await agence.admin.get<RevisionsDuMois>(`/Revision?mois=${mois}`);
    const siens = bauxDe(mandat).map(({ DossierId }) => DossierId);
    const revisions = data.lignes
      .filter(({ DossierId }) => siens.includes(DossierId))
      .map(({ DossierId, anniversaire }) => ({ DossierId, anniversaire }));
    if (revisions.length === 0) return null;
    return agence.admin.post("/Revision/renoncer", { revisions, motif: "Bon locataire" });
  },
  annulerRevision: async ({ admin }, mandat, { autre }) =>
    admin.post(
      `/Revision/${await un(sql`SELECT id FROM "Revision" WHERE "DossierId" IN ${dossiersDe(mandat)} AND "annuleeLe" IS NULL ORDER BY id DESC`, autre % 3)}/annuler`,
      { motif: "Essai" },
    ),
  changerLoyer: async (agence, mandat, acte) => {
    const DossierId = bailDe(mandat, acte.rang);
    const [lu] = await db.all<{ hc: number; charges: number }>(
      sql`SELECT "loyerHC" AS hc, "loyerCharge" AS charges FROM "Dossier" WHERE id = ${DossierId}`,
    );
    const motif =
      parmi(["avenant", "provision", "remise", "travaux"] as const, acte.autre) ?? "avenant";
    const depuis = `${ajouterMois(moisDe(agence.jour), (acte.montant % 4) + (acte.autre % 3 === 0 ? -1 : 1))}-01`;
    const hc = lu?.hc ?? 0;
    return agence.admin.post(`/Dossier/${DossierId}/loyers`, {
      ...{ motif, depuis, commentaire: "Accord des parties" },
      jusquau:
        motif === "remise" ? dernierJour(ajouterMois(moisDe(depuis), acte.montant % 3)) : null,
      loyerHC:
        (motif === "provision"
          ? hc
          : motif === "remise"
            ? Math.round(hc * 0.8)
            : hc + (acte.montant % 5_000)) / 100,
      loyerCharge: (motif === "provision" ? acte.montant % 20_000 : (lu?.charges ?? 0)) / 100,
      ...(motif === "travaux"
        ? { finTravaux: ajouterJours(agence.jour, -10), facture: "T-1" }
        : {}),
    });
  },
  annulerLoyer: async ({ admin }, mandat, acte) => {
    const DossierId = bailDe(mandat, acte.rang);
    const dernier = await un(
      sql`SELECT id FROM "LoyerHistorique" WHERE "DossierId" = ${DossierId} AND "annuleLe" IS NULL ORDER BY depuis DESC`,
      acte.autre % 2,
    );
    return admin.post(`/Dossier/${DossierId}/loyers/${dernier}/annuler`, { motif: "Essai" });
  },
} satisfies Partial<Record<Geste, Jouer>>;

const DES_DEPENSES = {
  depenser: async (agence, mandat, acte) =>
    agence.admin.post("/Intendance", {
      ...{ nature: "depense", AppartementId: lotDe(mandat, acte.rang), intitule: "Fuite" },
      ...{ montant: Math.ceil(acte.montant / 3) / 100, numFacture: `F-${acte.autre}`, tva: 10 },
      ...{ date: fait(agence, acte), FournisseurId: agence.fournisseur, payePar: "agence" },
      natureFiscale: parmi(["travaux", "assurance", "taxes"], acte.autre),
      ...(acte.autre % 2 === 0 ? { recuperable: parmi(["R44", "R11"], acte.rang) } : {}),
      ...(acte.rang % 4 === 0 ? {} : { accordLe: fait(agence, acte) }),
    }),
  donnerBon: async ({ admin }, mandat, { autre }) =>
    admin.post("/Intendance/bon-a-payer", {
      ids: [await un(depensesDe(mandat, sql`"bonAPayerLe" IS NULL AND NOT regle`), autre)],
    }),
  payerDepense: async (agence, mandat, acte) =>
    agence.admin.post("/Intendance/payer", {
      ids: [await un(depensesDe(mandat, sql`"bonAPayerLe" IS NOT NULL AND NOT regle`), acte.autre)],
      date: fait(agence, acte),
    }),
  reprendreDepense: async ({ admin }, mandat, { autre }) =>
    admin.post(`/Intendance/${await un(depensesDe(mandat, sql`regle`), autre)}/annuler-paiement`, {
      motif: "Essai",
    }),
  depenserImmeuble: async (agence, { immeuble }, acte) => {
    if (immeuble === null) return null;
    return agence.admin.post("/DepenseImmeuble", {
      ...{ ImmeubleId: immeuble.id, CleId: immeuble.CleId, montant: acte.montant / 100 },
      ...{ intitule: "Nettoyage", numFacture: `I-${acte.autre}`, date: fait(agence, acte) },
      ...{ recuperable: "R44", payePar: "agence", FournisseurId: agence.fournisseur },
    });
  },
} satisfies Partial<Record<Geste, Jouer>>;

const DES_CHARGES = {
  decompter: async (agence, mandat, acte) => {
    const DossierId = bailDe(mandat, acte.rang);
    const annee = Number(agence.jour.slice(0, 4)) - (acte.autre % 2);
    const chemin = `/Dossier/${DossierId}/charges/${annee}`;
    const ailleurs = acte.montant % 4 === 0 ? null : acte.montant % 900;
    const lu = await agence.admin.get<DecompteDeCharges>(
      `${chemin}${ailleurs === null ? "" : `?ailleurs=${ailleurs}`}`,
    );
    if (lu.status !== 200) return lu;
    return agence.admin.post(`${chemin}/envoyer`, {
      ...{ solde: lu.data.solde, exigibleLe: lu.data.exigibleLe },
      ...(ailleurs === null ? {} : { ailleurs }),
      ...(acte.montant % 5 === 0 ? { provision: (acte.montant % 20_000) / 100 } : {}),
    });
  },
  etaler: async (agence, mandat, acte) =>
    agence.admin.post(
      `/Dossier/${bailDe(mandat, acte.rang)}/charges/${Number(agence.jour.slice(0, 4)) - 1}/douziemes`,
      { mois: parmi([3, 6, 12], acte.autre) },
    ),
} satisfies Partial<Record<Geste, Jouer>>;

const DES_DEPARTS = {
  partir: async (agence, mandat, acte) => {
    const bail = parmi(
      bauxDe(mandat).filter(({ part }) => !part),
      acte.rang,
    );
    if (!bail) return null;
    if (agence.jour < "2025-12-01") return null;
    const finLe = ajouterJours(agence.jour, -(acte.autre % 25));
    const reponse = await agence.admin.put(`/Dossier/${bail.DossierId}/depart`, {
      ...{ genre: "accord", recuLe: ajouterJours(finLe, -20), finLe, clesLe: finLe },
      ...{ sansEtatDesLieux: true, conforme: acte.montant % 2 === 0 },
      retenues: Array.from({ length: acte.montant % 3 }, (_, rang) => ({
        ...{ libelle: `Retenue ${rang}`, qui: "locataire", montant: (acte.montant % 30_000) / 100 },
        preuve: "facture",
      })),
    });
    if (reponse.status < 300) bail.part = true;
    if (reponse.status < 300 && acte.montant % 3 === 0) {
      const { data } = await agence.admin.get<DepartDetail>(`/Dossier/${bail.DossierId}/depart`);
      if (data.compte.provisionAuPlus > 0)
        await agence.admin.put(`/Dossier/${bail.DossierId}/depart`, {
          ...{ provision: data.compte.provisionAuPlus / 100, motifProvision: "Budget" },
        });
    }
    return reponse;
  },
  refaireQuittances: depart("quittances"),
  arreterDepart: async ({ admin }, mandat, { rang, autre }) => {
    const chemin = `/Dossier/${partantDe(mandat, rang)}/depart`;
    if (autre % 3 > 0) await admin.post(`${chemin}/quittances`, {});
    return admin.post(`${chemin}/arreter`, {});
  },
  annulerArret: depart("annuler", () => ({ motif: "Essai" })),
  solderCharges: async (agence, mandat, acte) =>
    agence.admin.post(`/Dossier/${partantDe(mandat, acte.rang)}/depart/solder-charges`, {
      ...{ approuveesLe: agence.jour, appele: acte.montant / 200, reel: (acte.autre * 10) / 100 },
    }),
  majorer: depart("majoration", ({ autre }) => ({ aLaCharge: autre % 2 ? "bailleur" : "agence" })),
  rendreAvance: depart("avance"),
  rendre: async (agence, mandat, acte) =>
    agence.admin.post(`/Dossier/${partantDe(mandat, acte.rang)}/depart/rendu`, {
      date: agence.jour,
    }),
  relouer: async (agence, mandat, acte) => {
    const lot = parmi(
      mandat.lots.filter(({ baux }) => baux.every(({ part }) => part)),
      acte.rang,
    );
    if (!lot) return null;
    return agence.louer(lot, agence.jour, moisDe(agence.jour));
  },
} satisfies Partial<Record<Geste, Jouer>>;

const ORDRES = {
  convenir: async (agence, mandat, acte) => {
    const depuis = `${ajouterMois(moisDe(agence.jour), (acte.autre % 4) - 2)}-01`;
    const fonds =
      acte.montant % 6 === 0
        ? mandat.fonds === "agence"
          ? "proprietaire"
          : "agence"
        : mandat.fonds;
    const reponse = await agence.admin.put(`/Mission/${mandat.MissionId}/conditions`, {
      ...{ depuis, modeFonds: fonds },
      ...(acte.montant % 2 === 0
        ? {
            parts: partsDe(
              mandat,
              parmi([[1], [3, 2], [1, 2], [1, 1, 1], [2, 1, 4]], acte.rang) ?? [1],
            ),
          }
        : {}),
      ...(acte.montant % 5 === 0 ? { provision: acte.montant % 400 } : {}),
      ...(acte.montant % 7 === 0 && mandat.tire.assiette !== "forfait"
        ? { tauxHonoraires: 6 }
        : {}),
    });
    if (reponse.status < 300) mandat.fonds = fonds;
    return reponse;
  },
  rendreCompte: async (agence, mandat, acte) => {
    const mois = ajouterMois(moisDe(agence.jour), -1 - (acte.autre % 3));
    await agence.admin.post("/CompteRendu/preparer", { mois });
    return agence.admin.post("/CompteRendu/valider", {
      ids: await ids(
        sql`SELECT id FROM "CompteRendu" WHERE "MissionId" = ${mandat.MissionId} AND etat = 'brouillon' ORDER BY mois LIMIT 2`,
      ),
    });
  },
  reverser: async (agence, mandat, acte) =>
    agence.admin.post("/Reversement", {
      CompteRenduIds: await ids(
        sql`SELECT id FROM "CompteRendu" WHERE "MissionId" = ${mandat.MissionId} AND etat = 'valide' AND reversement > 0
          AND NOT EXISTS (SELECT 1 FROM "CompteRenduPart" p JOIN "Virement" v ON v."CompteRenduPartId" = p.id WHERE p."CompteRenduId" = "CompteRendu".id AND v.etat = 'emis') ORDER BY id`,
      ),
      SoldeDepartIds: await ids(
        sql`SELECT s.id FROM "SoldeDepart" s JOIN "Depart" d ON d.id = s."DepartId" WHERE d."DossierId" IN ${dossiersDe(mandat)} AND s."annuleLe" IS NULL AND s.restitution > 0 AND s."renduLe" IS NULL`,
      ),
      AvanceRendueIds: await ids(
        sql`SELECT id FROM "AvanceRendue" WHERE "DossierId" IN ${dossiersDe(mandat)} AND "annuleLe" IS NULL`,
      ),
      IntendanceIds:
        acte.autre % 2 === 0
          ? await ids(
              depensesDe(
                mandat,
                sql`"bonAPayerLe" IS NOT NULL AND NOT regle AND "payePar" = 'agence'`,
              ),
            )
          : [],
      ...{
        dateExecution: jourTarget(ajouterJours(agence.jour, 1)),
        honoraires: acte.rang % 2 === 0,
      },
    }),
  annulerLot: async ({ admin }, _mandat, { autre }) =>
    admin.post(`/Reversement/${await un(LOTS_DE_VIREMENTS.valide, autre)}/annuler`, {
      motif: "Essai",
    }),
  telecharger: async ({ admin }, _mandat, { autre }) => {
    const reponse = await admin.fetch(
      `/api/Reversement/${await un(LOTS_DE_VIREMENTS.valide, autre)}/sepa`,
    );
    await reponse.text();
    return { status: reponse.status } as Answer<unknown>;
  },
  rejeterVirement: async (agence, _mandat, acte) => {
    const id = await un(
      sql`SELECT v.id FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId" WHERE r.etat = 'telecharge' AND v.etat = 'emis' ORDER BY v.id DESC LIMIT 6`,
      acte.autre,
    );
    return agence.admin.post(`/Virement/${id}/rejeter`, { motif: "Compte clos" });
  },
  apporter: async (agence, _mandat, acte) =>
    agence.admin.post("/Apport", { montant: acte.montant / 100, date: fait(agence, acte) }),
  reprendreApport: async ({ admin }, _mandat, { autre }) =>
    admin.post(
      `/Apport/${await un(sql`SELECT id FROM "Ecriture" WHERE cle LIKE 'apport %' ORDER BY id`, autre)}/reprendre`,
    ),
  reglerFacture: async (agence, mandat, acte) =>
    agence.admin.post(`/FactureHonoraires/${await facture(mandat, acte.autre)}/regler`, {
      ...{ date: fait(agence, acte), mode: "virement" },
    }),
  annulerFacture: async ({ admin }, mandat, { autre }) =>
    admin.post(`/FactureHonoraires/${await facture(mandat, autre)}/annuler-reglement`, {
      motif: "Essai",
    }),
  facturerLocataire: async (agence, mandat, acte) => {
    const DossierId = bailDe(mandat, acte.rang);
    const { status } = await agence.admin.post(`/Dossier/${DossierId}/facturer`, {
      ...{ location: acte.autre % 3 > 0, etatDesLieux: acte.autre % 3 !== 1, le: agence.jour },
    });
    const aRegler = await un(
      sql`SELECT id FROM "FactureHonoraires" WHERE "DossierId" = ${DossierId} AND serie = 'FH' ORDER BY id DESC`,
      0,
    );
    if (status >= 300 && aRegler === 0) return null;
    return agence.admin.post(`/FactureHonoraires/${aRegler}/regler`, {
      ...{ date: agence.jour, mode: "carte" },
    });
  },
  faireAvoir: async ({ admin }, mandat, { autre }) =>
    admin.post(
      `/FactureHonoraires/${await un(sql`SELECT id FROM "FactureHonoraires" f WHERE "MissionId" = ${mandat.MissionId} AND "DossierId" IS NOT NULL AND serie = 'FH' AND NOT EXISTS (SELECT 1 FROM "FactureHonoraires" a WHERE a."CorrigeId" = f.id) ORDER BY id`, autre)}/avoir`,
      { motif: "Essai" },
    ),
  rembourserAvoirs: async (agence, mandat) => {
    const FactureHonorairesIds = await ids(
      sql`SELECT id FROM "FactureHonoraires" WHERE "MissionId" = ${mandat.MissionId} AND serie = 'AV' AND NOT contenu ->> '$.prelevee' ORDER BY id`,
    );
    if (FactureHonorairesIds.length === 0) return null;
    return agence.admin.post("/Reversement", {
      FactureHonorairesIds,
      dateExecution: jourTarget(ajouterJours(agence.jour, 1)),
    });
  },
  finir: async (agence, mandat, acte) => {
    // A mandate that has ended refuses many other acts, so it ends only late in the year.
    if (agence.jour < "2026-07-01") return null;
    return agence.admin.put(`/Mission/${mandat.MissionId}/fin`, {
      ...{
        finLe: agence.jour,
        motif: "Congé",
        depots: acte.autre % 2 ? "mandant" : "gestionnaire",
      },
      FournisseurId: agence.gestionnaire,
    });
  },
  remettre: async ({ admin }, mandat) =>
    admin.post(`/Mission/${mandat.MissionId}/fin/remettre`, {}),
  arreterMandat: async ({ admin }, mandat) =>
    admin.post(`/Mission/${mandat.MissionId}/fin/arreter`, {}),
  annulerFin: async ({ admin }, mandat) =>
    admin.post(`/Mission/${mandat.MissionId}/fin/annuler`, { motif: "Essai" }),
} satisfies Partial<Record<Geste, Jouer>>;

const facture = ({ MissionId }: Mandat, rang: number) =>
  un(
    sql`SELECT id FROM "FactureHonoraires" WHERE "MissionId" = ${MissionId} AND serie = 'FH' ORDER BY id DESC`,
    rang,
  );

const JEUX: Record<Geste, Jouer> = {
  ...DES_LOCATAIRES,
  ...DES_LOYERS,
  ...DES_DEPENSES,
  ...DES_CHARGES,
  ...DES_DEPARTS,
  ...ORDRES,
};

/** Plays an act through HTTP; null when the act has nothing to apply to. */
export const jouer: (agence: AgenceVecue, mandat: Mandat, acte: Acte) => Reponse = (
  agence,
  mandat,
  acte,
) => JEUX[acte.geste](agence, mandat, acte);
