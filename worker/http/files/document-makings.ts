import type { Context } from "hono";
import * as z from "zod/mini";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { COPIES_AU_PLUS, ETIQUETTES_PAR_PLANCHE } from "#domain/biens/etiquettes-adresse.ts";
import { Invalid } from "#domain/erreurs.ts";
import { isoDate } from "#domain/fields.ts";
import { demandeDecompte } from "#domain/gerance/locataires/appel.ts";
import type { Assureur } from "#domain/gerance/relances/declaration.ts";
import { acteCautionnement } from "#worker/documents/bail/acte-cautionnement.ts";
import { avenantBail } from "#worker/documents/bail/avenant-bail.ts";
import type { Bail } from "#worker/documents/bail/bail.ts";
import { contratLocation } from "#worker/documents/bail/contrat-location.ts";
import { etatDesLieux } from "#worker/documents/bail/etat-des-lieux.ts";
import { sujet } from "#worker/documents/bail/fin.ts";
import { inventaireMobilier } from "#worker/documents/bail/inventaire-mobilier.ts";
import { aideFiscaleEcrite } from "#worker/documents/compte-rendu/aide-fiscale.ts";
import { compteRendu } from "#worker/documents/compte-rendu/compte-rendu.ts";
import { factureHonoraires } from "#worker/documents/compte-rendu/facture-honoraires.ts";
import { accuseConge } from "#worker/documents/locataires/accuse-conge.ts";
import { attestationLoyer } from "#worker/documents/locataires/attestation-loyer.ts";
import { convocationSortie } from "#worker/documents/locataires/convocation-sortie.ts";
import { declarationImpaye } from "#worker/documents/locataires/declaration-impaye.ts";
import { lettreFinDeMandat } from "#worker/documents/locataires/lettre-fin-de-mandat.ts";
import { lettreRevision } from "#worker/documents/locataires/lettre-revision.ts";
import { nouvelleProvision } from "#worker/documents/locataires/nouvelle-provision.ts";
import { recuReglement } from "#worker/documents/locataires/recu-reglement.ts";
import { regularisationCharges } from "#worker/documents/locataires/regularisation-charges.ts";
import {
  type DonneesReleve,
  decompteCommandement,
  releveDeCompte,
} from "#worker/documents/locataires/releve-compte.ts";
import { soldeDeDepart } from "#worker/documents/locataires/solde-de-depart.ts";
import { avenantMandat, type DonneesAvenant } from "#worker/documents/mandats/avenant-mandat.ts";
import { finDeMandat } from "#worker/documents/mandats/fin-de-mandat.ts";
import { ordreMission } from "#worker/documents/mandats/ordre-mission.ts";
import { ordreMissionIntendance } from "#worker/documents/mandats/ordre-mission-intendance.ts";
import { enumeration, personne } from "#worker/documents/mentions.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import {
  type DonneesEtiquette,
  etiquettes,
} from "#worker/documents/quittances/etiquettes-adresse.ts";
import { informationCaution } from "#worker/documents/suivi/information-caution.ts";
import { miseEnDemeureAssurance } from "#worker/documents/suivi/mise-en-demeure-assurance.ts";
import { parse } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import type { App } from "#worker/http/types.ts";
import { chargerBail, chargerCautionnement } from "#worker/operations/biens/baux.ts";
import { chargerAideFiscale } from "#worker/operations/gerance/cloture/fiscal.ts";
import {
  chargerAccuseConge,
  chargerAttestationLoyer,
  chargerConvocation,
  chargerDecompteDeCharges,
  chargerRecuReglement,
  chargerReleve,
  chargerSoldeDepart,
  dossierDuReglement,
  dossierDuSolde,
} from "#worker/operations/gerance/cloture/papiers-de-compte.ts";
import {
  chargerCompteRendu,
  chargerFacture,
  lireFacture,
  nomDuCompte,
  situerCompteRendu,
} from "#worker/operations/gerance/cloture/papiers-mandants.ts";
import {
  chargerFinDeMandat,
  chargerLettreDeFin,
} from "#worker/operations/gerance/fins/papiers-de-fin.ts";
import {
  chargerAvisVersement,
  composerAvisVersement,
} from "#worker/operations/gerance/mandats/avis-versement.ts";
import { chargerDeclaration } from "#worker/operations/gerance/relances/declaration.ts";
import { chargerLettre, chargerPlan } from "#worker/operations/gerance/relances/lettres.ts";
import {
  chargerAvenantBail,
  chargerNouvelleProvision,
} from "#worker/operations/gerance/revisions/changements-de-loyer.ts";
import {
  chargerLettreDeRevision,
  dossierDeLaRevision,
} from "#worker/operations/gerance/revisions/revisions.ts";
import {
  chargerAvenant,
  chargerAvenantDesConditions,
  chargerEtatDesLieux,
  chargerEtiquetteCaution,
  chargerEtiquetteLocataire,
  chargerOrdreIntendance,
  chargerOrdreMission,
} from "#worker/operations/missions/donnees-documents.ts";
import {
  chargerAssurance,
  chargerInformationCaution,
  chargerReconduction,
  composerReconduction,
} from "#worker/operations/suivi/papiers-de-suivi.ts";
import { composing, type Makings, type Signing } from "./document-route.ts";

const rang = (max: number) =>
  z.pipe(
    z.string().check(
      z.refine((texte) => /^[1-9]\d{0,3}$/.test(texte) && Number(texte) <= max, `De 1 à ${max}.`),
      z.meta({ type: "integer", minimum: 1, maximum: max }),
    ),
    z.transform(Number),
  );

const TIRAGE = {
  position: z._default(rang(ETIQUETTES_PAR_PLANCHE), 1),
  copies: z._default(rang(COPIES_AU_PLUS), 1),
};

const tirage = (c: Context<App>) => parse(z.object(TIRAGE), c.req.query());

async function inventaire(
  c: Context<App>,
  quoi: { DossierId: number; cote: CoteEtatLieux },
  signing?: Signing,
) {
  const { cote } = quoi;
  const donnees = await chargerEtatDesLieux(contextOf(c), quoi);
  return {
    composed: etatDesLieux({ ...donnees, ...signing }),
    sujet: enumeration(donnees.locataires.map(personne)),
    periode: [(cote === "entree" ? donnees.etatEntree : donnees.etatSortie)?.date ?? null],
  };
}

const duBail = (bail: Bail) => ({ sujet: sujet(bail), periode: [bail.dossier.dateDebutBail] });

const planche = (donnees: DonneesEtiquette) => ({
  composed: etiquettes(donnees),
  sujet: enumeration(donnees.destinataires.map(personne)),
});

const PERIODE = { du: z.optional(isoDate()), au: z.optional(isoDate()) };

const RENDEZ_VOUS = {
  le: isoDate(),
  heure: z
    .string()
    .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Une heure est attendue, « 10:30 ».")),
};

async function duCompte(
  c: Context<App>,
  DossierId: number,
  composer: (donnees: DonneesReleve) => Composed,
) {
  const { du, au } = parse(z.object(PERIODE), c.req.query());
  if (du && au && du > au) throw new Invalid({ au: "La période finit avant de commencer." });
  const demande = { DossierId, du, au };
  const donnees = await chargerReleve(contextOf(c), demande);
  return {
    composed: composer(donnees),
    sujet: enumeration(donnees.locataires.map(personne)),
    periode: [du ?? null, au ?? donnees.emission],
  };
}

async function declaration(c: Context<App>, DossierId: number, assureur: Assureur) {
  const donnees = await chargerDeclaration(contextOf(c), { DossierId, assureur });
  return {
    composed: declarationImpaye(donnees),
    sujet: enumeration(donnees.locataires.map(personne)),
    periode: [donnees.emission],
  };
}

const avenant = (donnees: DonneesAvenant) => ({
  composed: avenantMandat(donnees),
  sujet: enumeration(donnees.mandants.map(personne)),
  periode: [donnees.depuis],
});

/** For each document of `domain/fichiers/document.ts`, how the API makes it. */
export const MAKINGS: Makings = {
  contratLocation: {
    summary: "Génère le contrat de location, selon le régime du bail.",
    async make(c, { id }, signing) {
      const bail = await chargerBail(contextOf(c), id);
      return { composed: contratLocation({ ...bail, ...signing }), ...duBail(bail) };
    },
  },
  inventaireMobilier: {
    summary: "Génère l’inventaire du mobilier d’un dossier, à remplir à la main.",
    async make(c, { id }) {
      const bail = await chargerBail(contextOf(c), id);
      return { composed: inventaireMobilier(bail), ...duBail(bail) };
    },
  },
  etatIn: {
    summary: "Génère l’état des lieux d’entrée d’un dossier.",
    make: (c, { id }, signing) => inventaire(c, { DossierId: id, cote: "entree" }, signing),
  },
  etatOut: {
    summary: "Génère l’état des lieux de sortie d’un dossier, comparé à l’entrée.",
    make: (c, { id }, signing) => inventaire(c, { DossierId: id, cote: "sortie" }, signing),
  },
  attestationLoyer: {
    summary: "Génère l’attestation de loyer d’un locataire, pour la CAF ou la MSA.",
    refusals: [409],
    async make(c, { id }) {
      const donnees = await chargerAttestationLoyer(contextOf(c), id);
      return {
        composed: attestationLoyer(donnees),
        sujet: enumeration(donnees.locataires.map(personne)),
        periode: [donnees.emission],
      };
    },
  },
  accuseConge: {
    summary: "Génère l’accusé de réception du congé qui est noté dans un dossier.",
    refusals: [409],
    async make(c, { id }) {
      const donnees = await chargerAccuseConge(contextOf(c), id);
      return {
        composed: accuseConge(donnees),
        sujet: enumeration(donnees.locataires.map(personne)),
        periode: [donnees.recuLe],
      };
    },
  },
  miseEnDemeureAssurance: {
    summary: "Génère la mise en demeure du locataire de justifier de son assurance.",
    async make(c, { id }) {
      const donnees = await chargerAssurance(contextOf(c), id);
      return {
        composed: miseEnDemeureAssurance(donnees),
        sujet: enumeration(donnees.locataires.map(personne)),
        periode: [donnees.emission],
      };
    },
  },
  informationCaution: {
    summary: "Génère l’information annuelle d’une caution (Code civil, art. 2302).",
    refusals: [409],
    async make(c, { id }) {
      const donnees = await chargerInformationCaution(contextOf(c), id);
      return {
        composed: informationCaution(donnees),
        sujet: personne(donnees.caution),
        periode: [donnees.arreteAu],
      };
    },
  },
  avisReconduction: {
    summary: "Génère l’avis de reconduction d’un mandat (Code de la consommation, art. L. 215-1).",
    refusals: [409],
    async make(c, { id }) {
      const donnees = await chargerReconduction(contextOf(c), id);
      return {
        composed: await composerReconduction(donnees),
        sujet: donnees.mandat,
        periode: [donnees.fin],
      };
    },
  },
  declarationGli: {
    summary: "Génère la déclaration des loyers impayés d’un dossier à l’assureur.",
    refusals: [409],
    make: (c, { id }) => declaration(c, id, "gli"),
  },
  declarationVisale: {
    summary: "Génère la déclaration des loyers impayés d’un dossier à Visale.",
    refusals: [409],
    make: (c, { id }) => declaration(c, id, "visale"),
  },
  etiquetteLocataire: {
    summary: "Génère les étiquettes au nom des locataires d’un dossier (planche Avery L7160).",
    query: TIRAGE,
    async make(c, { id }) {
      const demande = { DossierId: id, tirage: tirage(c) };
      return planche(await chargerEtiquetteLocataire(contextOf(c), demande));
    },
  },
  releveCompte: {
    summary: "Génère le relevé de compte d’un locataire, sur toute la durée ou entre deux jours.",
    query: PERIODE,
    make: (c, { id }) => duCompte(c, id, releveDeCompte),
  },
  decompteCommandement: {
    summary: "Génère le décompte de ce qu’un commandement de payer peut réclamer.",
    make: (c, { id }) => duCompte(c, id, decompteCommandement),
  },
  regularisationCharges: {
    summary: "Génère le décompte des charges d’un locataire pour une année.",
    query: demandeDecompte.shape,
    record: async (_, { id }) => id,
    async make(c, { id, annee }) {
      const quoi = { DossierId: id, annee, ...parse(demandeDecompte, c.req.query()) };
      const donnees = await chargerDecompteDeCharges(contextOf(c), quoi);
      return {
        composed: regularisationCharges(donnees),
        sujet: enumeration(donnees.locataires.map(personne)),
        periode: [String(annee)],
      };
    },
  },
  recuReglement: {
    summary: "Génère le reçu d’un règlement, avec ce qu’il règle.",
    record: (c, { id }) => dossierDuReglement(c.var, id),
    async make(c, { id }) {
      const donnees = await chargerRecuReglement(contextOf(c), id);
      return {
        composed: recuReglement(donnees),
        sujet: enumeration(donnees.locataires.map(personne)),
        periode: [donnees.numero],
      };
    },
  },
  lettreRevision: {
    summary: "Génère la lettre qui demande une révision de loyer, telle qu’elle fut demandée.",
    record: (c, { id }) => dossierDeLaRevision(c.var, id),
    async make(c, { id }) {
      const donnees = await chargerLettreDeRevision(contextOf(c), id);
      return {
        composed: lettreRevision(donnees),
        sujet: enumeration(donnees.locataires.map(personne)),
        periode: [donnees.chiffres.effetLe],
      };
    },
  },
  convocationSortie: {
    summary: "Génère la convocation du locataire à l’état des lieux de sortie.",
    query: RENDEZ_VOUS,
    async make(c, { id }) {
      const jour = parse(z.object(RENDEZ_VOUS), c.req.query());
      const donnees = await chargerConvocation(contextOf(c), { DossierId: id, ...jour });
      return {
        composed: convocationSortie(donnees),
        sujet: enumeration(donnees.locataires.map(personne)),
        periode: [donnees.le],
      };
    },
  },
  soldeDepart: {
    summary: "Génère le solde de tout compte d’un départ, et sa lettre.",
    record: (c, { id }) => dossierDuSolde(c.var, id),
    async make(c, { id }) {
      const donnees = await chargerSoldeDepart(contextOf(c), id);
      return {
        composed: soldeDeDepart(donnees),
        sujet: enumeration(donnees.locataires.map(personne)),
        periode: [donnees.date],
      };
    },
  },
  lettreFinDeMandat: {
    summary: "Génère la lettre qui dit au locataire qui gère son logement, et qui tient son dépôt.",
    refusals: [409],
    async make(c, { id }) {
      const donnees = await chargerLettreDeFin(contextOf(c), id);
      return {
        composed: lettreFinDeMandat(donnees),
        sujet: enumeration(donnees.locataires.map(personne)),
        periode: [donnees.finLe],
      };
    },
  },
  lettreRelance: {
    summary: "Génère la lettre d’une relance d’un dossier.",
    make: (c, { id: DossierId, relanceId }) =>
      chargerLettre(contextOf(c), { DossierId, relanceId }),
  },
  avenantBail: {
    summary: "Génère l’avenant au bail d’un changement de loyer, à signer.",
    refusals: [409],
    async make(c, { id: DossierId, loyerId: LoyerId }, signing) {
      const donnees = await chargerAvenantBail(contextOf(c), { DossierId, LoyerId });
      return {
        composed: avenantBail({ ...donnees, bail: { ...donnees.bail, ...signing } }),
        sujet: sujet(donnees.bail),
        periode: [donnees.depuis],
      };
    },
  },
  nouvelleProvision: {
    summary: "Génère la lettre d’une nouvelle provision pour charges, et ce qui la justifie.",
    refusals: [409],
    async make(c, { id: DossierId, loyerId: LoyerId }) {
      const donnees = await chargerNouvelleProvision(contextOf(c), { DossierId, LoyerId });
      return {
        composed: nouvelleProvision(donnees),
        sujet: enumeration(donnees.locataires.map(personne)),
        periode: [donnees.depuis],
      };
    },
  },
  planApurement: {
    summary: "Génère le plan d’apurement en cours d’un dossier, à signer.",
    make: (c, { id }, signing) => chargerPlan(contextOf(c), id, signing),
  },
  acteCautionnement: {
    summary: "Génère l’acte de cautionnement d’une caution du dossier.",
    async make(c, { id: DossierId, cautionId: CautionId }, signing) {
      const link = { DossierId, CautionId };
      const { bail, caution } = await chargerCautionnement(contextOf(c), link);
      return {
        composed: acteCautionnement({ ...bail, ...signing }, caution),
        sujet: `${caution.prenom} ${caution.nom}`,
        periode: [bail.dossier.dateDebutBail],
      };
    },
  },
  etiquetteCaution: {
    summary: "Génère les étiquettes au nom d’une caution (planche Avery L7160).",
    query: TIRAGE,
    async make(c, { id }) {
      const demande = { CautionId: id, tirage: tirage(c) };
      return planche(await chargerEtiquetteCaution(contextOf(c), demande));
    },
  },
  ordreMission: {
    summary: "Génère l’ordre de mission.",
    async make(c, { id }, signing) {
      const donnees = await chargerOrdreMission(contextOf(c), id);
      return {
        composed: ordreMission({ ...donnees, ...signing }),
        sujet: enumeration(donnees.mandants.map(personne)),
        periode: [donnees.mission.dateSignature ?? null],
      };
    },
  },
  avenantMandat: {
    summary: "Génère l’avenant à signer pour de nouvelles conditions d’un mandat de gestion.",
    async make(c, { id: MissionId, conditionsId: ConditionsId }) {
      const quoi = { MissionId, ConditionsId };
      return avenant(await chargerAvenantDesConditions(contextOf(c), quoi));
    },
  },
  avenantInscrit: {
    summary: "Génère un avenant qui est noté au registre des mandats, à signer.",
    async make(c, { id: MissionId, acteId: ActeId }) {
      return avenant(await chargerAvenant(contextOf(c), { MissionId, ActeId }));
    },
  },
  avisVersement: {
    summary:
      "Génère l’avis, aux mandants, de ce que l’agence a reçu pour une location nouvelle (décret n° 72-678, art. 67).",
    refusals: [409],
    async make(c, { id: MissionId, dossierId: DossierId }) {
      const donnees = await chargerAvisVersement(contextOf(c), { MissionId, DossierId });
      return {
        composed: await composerAvisVersement(donnees),
        sujet: donnees.mandat,
        periode: [donnees.dateDebutBail],
      };
    },
  },
  aideFiscale: {
    summary: "Génère l’aide à la déclaration des revenus d’un mandat, pour une année.",
    record: async (_, { id }) => id,
    async make(c, { id, annee }) {
      const donnees = await chargerAideFiscale(contextOf(c), { MissionId: id, annee });
      return {
        composed: aideFiscaleEcrite(donnees),
        sujet: enumeration(donnees.aide.mandants.map(({ nom }) => nom)),
        periode: [String(annee)],
      };
    },
  },
  finDeMandat: {
    summary: "Génère l’arrêté de compte de la fin d’un mandat.",
    refusals: [409],
    async make(c, { id }) {
      const donnees = await chargerFinDeMandat(contextOf(c), id);
      return {
        composed: finDeMandat(donnees),
        sujet: enumeration(donnees.contenu.mandants),
        periode: [donnees.contenu.finLe],
      };
    },
  },
  compteRendu: {
    summary:
      "Génère le compte rendu d’une période : un projet tant qu’il n’est pas validé, puis toujours le même.",
    record: async (c, { id }) => (await situerCompteRendu(c.var, id)).MissionId,
    piece: async (c, { id }) => ((await situerCompteRendu(c.var, id)).valide ? id : null),
    async make(c, { id }) {
      const donnees = await chargerCompteRendu(contextOf(c), id);
      return { composed: compteRendu(donnees), ...nomDuCompte(donnees) };
    },
  },
  factureHonoraires: {
    summary: "Génère une facture d’honoraires, ou un avoir : toujours le même document.",
    record: async (c, { id }) => (await lireFacture(c.var, id)).MissionId,
    piece: async (_, { id }) => id,
    async make(c, { id }) {
      const donnees = await chargerFacture(contextOf(c), id);
      return {
        composed: factureHonoraires(donnees),
        sujet: donnees.contenu.mandat,
        periode: [donnees.numero],
      };
    },
  },
  ordreMissionIntendance: {
    summary: "Génère l’ordre d’une mission d’intendance de l’appartement.",
    async make(c, { id: AppartementId, intendanceId: IntendanceId }, signing) {
      const link = { AppartementId, IntendanceId };
      const donnees = await chargerOrdreIntendance(contextOf(c), link);
      const { intendance, logement } = donnees;
      return {
        composed: ordreMissionIntendance({ ...donnees, ...signing }),
        sujet: logement.adresse,
        periode: [intendance.dateDepart, intendance.dateFin],
      };
    },
  },
};

export const composeDocument = composing(MAKINGS);
