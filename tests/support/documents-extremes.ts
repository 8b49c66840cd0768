import type { Regime } from "#domain/bail/bail.ts";
import { adresseClient } from "#domain/client.ts";
import { TYPES_BAIL } from "#domain/dossier.ts";
import type { Piece } from "#domain/etat-lieux.ts";
import { titulaires } from "#domain/titulaires.ts";
import { acteCautionnement } from "#worker/documents/acte-cautionnement.ts";
import type { Bail } from "#worker/documents/bail/bail.ts";
import type { Composed } from "#worker/documents/blocks.ts";
import { contratLocation } from "#worker/documents/contrat-location.ts";
import { etatDesLieux } from "#worker/documents/etat-des-lieux.ts";
import { etiquettes } from "#worker/documents/etiquettes.ts";
import { inventaireMobilier } from "#worker/documents/inventaire-mobilier.ts";
import { ordreMission } from "#worker/documents/ordre-mission.ts";
import { ordreMissionIntendance } from "#worker/documents/ordre-mission-intendance.ts";
import { quittance } from "#worker/documents/quittance.ts";
import { recapitulatif } from "#worker/documents/recapitulatif.ts";
import { recuReglement } from "#worker/documents/recu-reglement.ts";
import { regularisationCharges } from "#worker/documents/regularisation-charges.ts";
import { decompteCommandement, releveDeCompte } from "#worker/documents/releve-compte.ts";
import { garant } from "./bail.ts";
import { donneesQuittance, ligneAnnuelle } from "./documents.ts";
import { donneesRecu, donneesRegularisation, donneesReleve } from "./documents-comptes.ts";
import { donneesEtatDesLieux, etatLieux } from "./documents-etat-des-lieux.ts";
import { donneesEtiquette } from "./documents-etiquettes.ts";
import { donneesOrdreIntendance, donneesOrdreMission } from "./documents-ordre-mission.ts";

const REGIMES: readonly Regime[] = TYPES_BAIL;

/**
 * How to make every document of this lease, of its inventory and of its owners, by name: each regime, each side, each state of payment, each kind of mission.
 * @param pieces null: nobody wrote the inventories.
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
  const parties = { bailleurs, locataires, logement, agence, emission };
  const recu = donneesQuittance({ ...parties, loyerHC, charge, destinataire: logement });
  const etat = pieces && etatLieux({ pieces: [...pieces] });
  const mineur = locataire.mineurNom
    ? { titre: null, prenom: locataire.mineurPrenom ?? null, nom: locataire.mineurNom }
    : null;
  const { mission } = donneesOrdreMission();
  const mandat = { mandants: bail.bailleurs, agence, emission };

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
  documents.quittance = () => quittance(recu);
  documents["avis d'échéance"] = () => quittance({ ...recu, regle: false, datePaiement: null });
  documents.reçu = () => quittance({ ...recu, regle: false, montantPaye: 1 });
  const nommes = { ...parties, destinataire: logement };
  documents["reçu de règlement"] = () => recuReglement({ ...donneesRecu(), ...nommes });
  documents["relevé de compte"] = () => releveDeCompte({ ...donneesReleve(), ...nommes });
  documents.régularisation = () => regularisationCharges({ ...donneesRegularisation(), ...nommes });
  documents.décompte = () => decompteCommandement({ ...donneesReleve(), ...nommes });
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
