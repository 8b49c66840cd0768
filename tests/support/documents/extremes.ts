import type { Regime } from "#domain/bail/bail.ts";
import { TYPES_BAIL } from "#domain/biens/dossier.ts";
import type { Piece } from "#domain/biens/etat-lieux.ts";
import { ajouterMois } from "#domain/dates.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import { acteCautionnement } from "#worker/documents/bail/acte-cautionnement.ts";
import { avenantBail } from "#worker/documents/bail/avenant-bail.ts";
import type { Bail } from "#worker/documents/bail/bail.ts";
import { contratLocation } from "#worker/documents/bail/contrat-location.ts";
import { etatDesLieux } from "#worker/documents/bail/etat-des-lieux.ts";
import { inventaireMobilier } from "#worker/documents/bail/inventaire-mobilier.ts";
import { accuseConge } from "#worker/documents/locataires/accuse-conge.ts";
import { attestationLoyer } from "#worker/documents/locataires/attestation-loyer.ts";
import { declarationImpaye } from "#worker/documents/locataires/declaration-impaye.ts";
import { nouvelleProvision } from "#worker/documents/locataires/nouvelle-provision.ts";
import { recuReglement } from "#worker/documents/locataires/recu-reglement.ts";
import {
  decompteSansEffet,
  regularisationCharges,
} from "#worker/documents/locataires/regularisation-charges.ts";
import { planApurement } from "#worker/documents/locataires/relance.ts";
import {
  decompteCommandement,
  releveDeCompte,
} from "#worker/documents/locataires/releve-compte.ts";
import { avisVersement } from "#worker/documents/mandats/avis-versement.ts";
import { ordreMission } from "#worker/documents/mandats/ordre-mission.ts";
import { ordreMissionIntendance } from "#worker/documents/mandats/ordre-mission-intendance.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { etiquettes } from "#worker/documents/quittances/etiquettes-adresse.ts";
import { quittance } from "#worker/documents/quittances/quittance.ts";
import { recapitulatif } from "#worker/documents/quittances/recapitulatif.ts";
import { garant } from "./bail.ts";
import { donneesRecu, donneesRegularisation, donneesReleve } from "./comptes.ts";
import { donneesQuittance, ligneAnnuelle } from "./documents.ts";
import { donneesEtatDesLieux, etatLieux } from "./etat-des-lieux.ts";
import { donneesEtiquette } from "./etiquettes.ts";
import { donneesOrdreIntendance, donneesOrdreMission } from "./ordre-mission.ts";

const REGIMES: readonly Regime[] = TYPES_BAIL;

/**
 * Every document that this lease, its inventory and its owners can produce, by name.
 * @param pieces the rooms of the inventories; null leaves the inventories blank
 */
export function tousLesDocuments(
  bail: Bail,
  pieces: readonly Piece[] | null,
  caution = garant(),
): Record<string, () => Composed> {
  const { agence, appartement, dossier, locataire } = bail;
  const emission = bail.emission;
  const locataires = titulaires(locataire);
  const bailleurs = bail.bailleurs.map((client) => ({ ...client, ...adresseClient(client) }));
  const logement = {
    ...appartement,
    etage: appartement.etage ?? null,
    caveNum: appartement.caveNum ?? null,
    situation: appartement.situation ?? null,
    nbPiece: appartement.nbPiece ?? null,
    surface: appartement.surface ?? null,
    pdl: appartement.pdl ?? null,
    numeroClef: appartement.numeroClef ?? null,
    detailClef: appartement.detailClef ?? null,
    detailTelecomande: appartement.detailTelecomande ?? null,
    digicode: appartement.digicode ?? null,
  };
  const { loyerHC, loyerCharge: charge } = dossier;
  const { electronique } = bail;
  const parties = { bailleurs, locataires, logement, agence, emission, electronique };
  const recu = donneesQuittance({ ...parties, loyerHC, charge, destinataire: logement });
  const etat = pieces && etatLieux({ pieces: [...pieces] });
  const mineur = locataire.mineurNom
    ? { titre: null, prenom: locataire.mineurPrenom ?? null, nom: locataire.mineurNom }
    : null;
  const { mission } = donneesOrdreMission();
  const mandat = { mandants: bail.bailleurs, agence, emission, electronique };

  const documents: Record<string, () => Composed> = {};
  for (const regime of REGIMES) {
    const sousRegime = {
      ...bail,
      regime,
      cautions: [caution],
      dossier: { ...dossier, depotGarantie: regime === "mobilite" ? 0 : dossier.depotGarantie },
    };
    documents[`contrat ${regime}`] = () => contratLocation(sousRegime);
    documents[`cautionnement ${regime}`] = () => acteCautionnement(sousRegime, caution);
    documents[`avenant ${regime}`] = () =>
      avenantBail({
        ...{ bail: sousRegime, rang: 1, motif: "travaux", depuis: "2026-12-01", jusquau: null },
        ...{ avant: { loyerHC: 850, loyerCharge: 100 }, apres: { loyerHC: 900, loyerCharge: 110 } },
        ...{ finTravaux: "2026-11-20", facture: "facture 114", commentaire: "Isolation." },
      });
    if (regime !== "stationnement")
      documents[`mobilier ${regime}`] = () => inventaireMobilier(sousRegime);
  }
  for (const cote of ["entree", "sortie"] as const)
    for (const regime of ["nu", "code_civil", "stationnement"] as const)
      documents[`état des lieux ${cote} ${regime}`] = () =>
        etatDesLieux({
          ...donneesEtatDesLieux(parties),
          cote,
          regime,
          mineur,
          etatEntree: etat,
          etatSortie: etat && { ...etat, date: "2027-08-31" },
        });
  documents["plan d’apurement"] = () =>
    planApurement({
      ...{ ...parties, adresse: logement, montant: 1_400, loyerMensuel: 950 },
      termes: [{ date: "2026-12-05", montant: 1_400 }],
    });
  documents.quittance = () => quittance(recu);
  documents["avis d'échéance"] = () => quittance({ ...recu, regle: false, datePaiement: null });
  documents.reçu = () => quittance({ ...recu, regle: false, montantPaye: 1 });
  const nommes = { ...parties, destinataire: logement };
  documents["reçu de règlement"] = () => recuReglement({ ...donneesRecu(), ...nommes });
  documents["relevé de compte"] = () => releveDeCompte({ ...donneesReleve(), ...nommes });
  documents.régularisation = () => regularisationCharges({ ...donneesRegularisation(), ...nommes });
  documents.décompte = () => decompteCommandement({ ...donneesReleve(), ...nommes });
  documents["nouvelle provision"] = () =>
    nouvelleProvision({
      ...nommes,
      ...{ reference: "D000123", stationnement: false, loi89: true, provisionEtRevision: false },
      ...{ depuis: "2026-12-01", motif: "Budget voté." },
      ...{ loyerHC, avant: 5_000, apres: 5_000_000 },
      decompte: { annee: 2025, du: "2025-01-01", au: "2025-12-31", total: 5_000_000 },
    });
  documents["décompte annulé"] = () =>
    decompteSansEffet({
      ...{ ...nommes, stationnement: false, reference: "D000123", envoyeLe: "2026-03-10" },
      phrase: "Notre décompte est annulé.",
    });
  const dates = {
    reference: "D000123",
    dateEntree: dossier.dateEntree,
    dateCreationBail: dossier.dateCreationBail,
    dateDebutBail: dossier.dateDebutBail,
    loyerHC,
    charges: charge,
    depotGarantie: dossier.depotGarantie,
  };
  for (const exigible of [0, 5_000_000])
    documents[`attestation de loyer ${exigible}`] = () =>
      attestationLoyer({
        ...donneesReleve(),
        ...nommes,
        ...dates,
        regime: "nu",
        chargesMode: "provisions",
        colocation: exigible > 0,
        surface: logement.surface,
        nbPiece: logement.nbPiece,
        sirets: ["83456721600025"],
        compte: { exigible, aConfirmer: 0 },
      });
  for (const regime of ["nu", "code_civil", "stationnement"] as const)
    documents[`accusé de congé ${regime}`] = () =>
      accuseConge({
        ...donneesReleve(),
        ...nommes,
        ...dates,
        stationnement: regime === "stationnement",
        regime,
        zoneTendue: false,
        recuLe: "2026-10-15",
        fin: "2027-01-15",
        nouvelleAdresse: null,
      });
  for (const assureur of ["gli", "visale"] as const)
    documents[`déclaration ${assureur}`] = () =>
      declarationImpaye({
        ...parties,
        ...dates,
        assureur,
        cautions: [caution],
        aide: 210,
        finPreavis: null,
        dateSortie: null,
        mois: Array.from({ length: 30 }, (_, rang) => ({
          mois: ajouterMois("2024-01", rang),
          exigibleLe: `${ajouterMois("2024-01", rang)}-05`,
          loyer: 8_500_000,
          charges: 100_000,
          autres: assureur === "gli" ? 4200 : 0,
          recu: 1,
          reste: 8_599_999,
        })),
        horsGarantie: 850,
        aConfirmer: 0,
        delai: { constitueLe: "2024-01-05", avant: "2024-02-14" },
        relances: [{ etape: "R3", le: "2024-02-01" }],
        plan: "2024-03-01",
        pieces: { bail: true, etatDesLieux: false, cautionnement: true },
      });
  documents["avis de versement"] = () =>
    avisVersement(
      {
        ...parties,
        ...dates,
        mandat: "000042",
        dateSignature: null,
        mandants: bailleurs,
        versements: Array.from({ length: 20 }, (_, rang) => ({
          numero: `2026-${rang}`,
          date: "2026-10-05",
          montant: loyerHC + 1,
          mode: "prelevement" as const,
          payeur: "gli" as const,
          sousReserve: rang % 2 === 0,
          parts: [{ nature: "regularisation" as const, mois: "2026-09", montant: loyerHC }],
        })),
      },
      bailleurs,
    );
  documents.récapitulatif = () =>
    recapitulatif({
      ...parties,
      annee: 2026,
      dossiers: [true, false].map((regle) => ({
        dates: {
          dateDebutBail: "2020-01-01",
          dateFinBail: null,
          dateDebutPreavis: null,
          dateFinPreavis: null,
          dateSortie: null,
          dateRelocation: null,
        },
        rp: true,
        stationnement: false,
        chargesMode: "provisions" as const,
        locataires,
        lignes: ["2026-01", "2026-02", "2026-03"].map((mois) =>
          ligneAnnuelle(mois, { loyerHC, charge, regle }),
        ),
      })),
    });
  for (const type of ["gestion", "location", "prestation"] as const)
    documents[`mission ${type}`] = () =>
      ordreMission({
        ...donneesOrdreMission(mandat),
        biens: [logement],
        mission: { ...mission, type, valeurMissionAppt: loyerHC },
      });
  documents.intendance = () =>
    ordreMissionIntendance({
      ...donneesOrdreIntendance({ ...mandat, logement }),
      intendance: { ...donneesOrdreIntendance().intendance, prix: loyerHC },
    });
  documents.étiquettes = () =>
    etiquettes({
      ...donneesEtiquette({ agence, destinataires: locataires, adresse: logement }),
      copies: 30,
    });
  return documents;
}
