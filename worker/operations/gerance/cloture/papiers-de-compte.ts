import { eq, type SQL, sql } from "drizzle-orm";
import { deStationnement, modeCharges, regime, sousLoi89 } from "#domain/bail/bail.ts";
import { enZoneTendue } from "#domain/bail/preavis.ts";
import { adresseEcrite } from "#domain/biens/adresse.ts";
import { dossierClos } from "#domain/biens/etat-dossier.ts";
import type { Jour, Mois } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { congeDuLocataire } from "#domain/gerance/departs/depart.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import { numeroReglement } from "#domain/gerance/locataires/reglement.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import { enEuros } from "#domain/montants.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import { bailleursDe } from "#domain/personnes/propriete.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import { siretLu } from "#domain/siren.ts";
import type { Db } from "#worker/db/client.ts";
import { quittanceEst } from "#worker/db/conditions-quittances.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { echeances, imputations, reglements } from "#worker/db/schema/gerance.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import type { DonneesAccuseConge } from "#worker/documents/locataires/accuse-conge.ts";
import type { DonneesAttestationLoyer } from "#worker/documents/locataires/attestation-loyer.ts";
import type { DonneesConvocation } from "#worker/documents/locataires/convocation-sortie.ts";
import type { DonneesRecuReglement } from "#worker/documents/locataires/recu-reglement.ts";
import type { DonneesRegularisation } from "#worker/documents/locataires/regularisation-charges.ts";
import type { DonneesReleve } from "#worker/documents/locataires/releve-compte.ts";
import type { DonneesSoldeDepart } from "#worker/documents/locataires/solde-de-depart.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import {
  type AnneeDeDossier,
  chargerPapierDeCharges,
} from "#worker/operations/gerance/charges/decomptes.ts";
import { fondsDe } from "#worker/operations/gerance/livres/fonds.ts";
import {
  type CompteDemande,
  compteLu,
  requetesDuCompte,
} from "#worker/operations/gerance/locataires/compte.ts";

type Appel = Pick<Contexte, "env" | "db" | "today">;

/** A dossier, with its dwelling, its tenant and the owners whom its papers name. */
export const dossierNomme = (db: Db, quel: SQL) =>
  db.query.dossiers.findFirst({
    where: quel,
    with: {
      appartement: { with: { proprietes: { with: { client: true } } } },
      locataire: true,
    },
  });

type DossierNomme = NonNullable<Awaited<ReturnType<typeof dossierNomme>>>;

/** The parties, the dwelling and the recipient that the papers of a dossier name. */
export function nommes(dossier: DossierNomme, today: Jour) {
  const { appartement, locataire } = dossier;
  const stationnement = deStationnement({ regime: dossier.typeBail });
  return {
    stationnement,
    bailleurs: bailleursDe(appartement).map((client) => ({
      titre: client.titre,
      nom: client.nom,
      prenom: client.prenom,
      qualite: client.qualite,
      droit: client.droit,
      ...adresseClient(client),
    })),
    locataires: titulaires(locataire),
    logement: appartement,
    destinataire: dossierClos(dossier, today) || stationnement ? locataire : appartement,
    emission: today,
  };
}

/**
 * The tenant's account of a dossier, with what its paper prints; euros.
 * @throws NotFound when there is no such dossier
 */
export async function chargerReleve(ctx: Appel, demande: CompteDemande): Promise<DonneesReleve> {
  const { db, today } = ctx;
  const { DossierId } = demande;
  const { nomme, reglages, inconnus, ...faitsDuCompte } = await db.read({
    ...requetesDuCompte(db, { ...demande, today }),
    nomme: dossierNomme(db, eq(dossiers.id, DossierId)),
    reglages: lireReglages(db),
    inconnus: db.all<{ mois: Mois; montant: number }>(sql`
      SELECT e.mois, sum(e.reste) / 100.0 AS montant
      FROM ${echeances} e JOIN ${quitances} ON "Quitance".id = e."QuitanceId" AND ${quittanceEst.inconnue}
      WHERE e."DossierId" = ${DossierId} AND e."EcritureId" IS NOT NULL AND e.reste > 0
        AND ${fondsDe(sql`e.mandat`, sql`e."exigibleLe"`)} = 'proprietaire'
      GROUP BY e.mois ORDER BY e.mois`),
  });
  if (!nomme) throw new NotFound();
  return {
    ...nommes(nomme, today),
    compte: compteLu(demande, faitsDuCompte),
    inconnus,
    loyerHC: nomme.loyerHC,
    charges: nomme.loyerCharge,
    ...(await papierDe(ctx, reglages)),
  };
}

/**
 * The statement of the charges of a lease and a year, with what its paper prints; euros.
 * @throws NotFound when there is no such dossier; Invalid for a year before 2000 or after 2199, or a name that no
 * exercice has; Conflict, in a sentence, when no statement can be made.
 */
export async function chargerDecompteDeCharges(
  ctx: Appel,
  quoi: AnneeDeDossier,
): Promise<DonneesRegularisation> {
  const { db } = ctx;
  const { decompte, emission } = await chargerPapierDeCharges(ctx, quoi);
  const { nomme, reglages } = await db.read({
    nomme: dossierNomme(db, eq(dossiers.id, quoi.DossierId)),
    reglages: lireReglages(db),
  });
  if (!nomme) throw new NotFound();
  return {
    ...nommes(nomme, ctx.today),
    emission,
    decompte,
    loi89: sousLoi89({ regime: regime(nomme, nomme.locataire.rp) }),
    ...(await papierDe(ctx, reglages)),
  };
}

/**
 * The data of a letting that the CAF or the MSA asks for; euros.
 * @throws NotFound when there is no such dossier; Conflict for a letting without housing benefit: a parking space, a
 * home that is not the main one.
 */
export async function chargerAttestationLoyer(
  ctx: Appel,
  DossierId: number,
): Promise<DonneesAttestationLoyer> {
  const { db, today } = ctx;
  const { nomme, reglages, ...faitsDuCompte } = await db.read({
    ...requetesDuCompte(db, { DossierId, today }),
    nomme: dossierNomme(db, eq(dossiers.id, DossierId)),
    reglages: lireReglages(db),
  });
  if (!nomme) throw new NotFound();
  const { appartement, locataire } = nomme;
  if (!locataire.rp || nomme.typeBail === "stationnement")
    throw new Conflict("L’aide au logement est pour une résidence principale.");
  const { aConfirmer, echeances: appelees, exigible } = compteLu({ DossierId }, faitsDuCompte);
  const regimeDuBail = regime(nomme, locataire.rp);
  return {
    ...nommes(nomme, today),
    reference: referenceDeDossier(DossierId),
    regime: regimeDuBail,
    chargesMode: modeCharges(regimeDuBail, nomme.chargesMode),
    dateEntree: nomme.dateEntree,
    dateDebutBail: nomme.dateDebutBail,
    colocation: nomme.colocation,
    surface: appartement.surface,
    nbPiece: appartement.nbPiece,
    loyerHC: nomme.loyerHC,
    charges: nomme.loyerCharge,
    sirets: bailleursDe(appartement).flatMap(({ numSiret }) => siretLu(numSiret) ?? []),
    compte: appelees.some(({ inscrite }) => inscrite) ? { exigible, aConfirmer } : null,
    ...(await papierDe(ctx, reglages)),
  };
}

/**
 * The notice of a tenant, as it was noted, with what the paper that acknowledges it prints.
 * @throws NotFound when there is no such dossier; Conflict when none was noted, or the lease ends otherwise: by the
 * owner's notice, a death, an agreement.
 */
export async function chargerAccuseConge(
  ctx: Appel,
  DossierId: number,
): Promise<DonneesAccuseConge> {
  const { db } = ctx;
  const { depart, nomme, reglages } = await db.read({
    nomme: dossierNomme(db, eq(dossiers.id, DossierId)),
    depart: db
      .select({ genre: departs.genre })
      .from(departs)
      .where(sql`${departs.DossierId} = ${DossierId} AND ${departs.titulaire} = 'tous'`),
    reglages: lireReglages(db),
  });
  if (!nomme) throw new NotFound();
  const { appartement, dateDebutPreavis: recuLe, dateFinPreavis: fin, locataire } = nomme;
  if (!recuLe || !fin) throw new Conflict("Aucun congé n’est noté dans ce dossier.");
  const genre = depart[0]?.genre;
  if (!congeDuLocataire(genre))
    throw new Conflict("Le locataire n’a pas donné congé\u00A0: le bail finit autrement.");
  return {
    ...nommes(nomme, ctx.today),
    reference: referenceDeDossier(DossierId),
    regime: regime(nomme, locataire.rp),
    zoneTendue: enZoneTendue(appartement),
    dateDebutBail: nomme.dateDebutBail,
    recuLe,
    fin,
    depotGarantie: nomme.depotGarantie,
    nouvelleAdresse: nomme.nouvelleAdresse,
    ...(await papierDe(ctx, reglages)),
  };
}

/**
 * The call to an exit inventory, with what its paper prints.
 * @throws NotFound when there is no such dossier
 */
export async function chargerConvocation(
  ctx: Appel,
  { DossierId, ...jour }: { DossierId: number; le: Jour; heure: string },
): Promise<DonneesConvocation> {
  const { db } = ctx;
  const { nomme, reglages } = await db.read({
    nomme: dossierNomme(db, eq(dossiers.id, DossierId)),
    reglages: lireReglages(db),
  });
  if (!nomme) throw new NotFound();
  return {
    ...nommes(nomme, ctx.today),
    destinataire: nomme.typeBail === "stationnement" ? nomme.locataire : nomme.appartement,
    reference: referenceDeDossier(DossierId),
    regime: regime(nomme, nomme.locataire.rp),
    depotGarantie: nomme.depotGarantie,
    fin: nomme.dateFinPreavis,
    ...jour,
    ...(await papierDe(ctx, reglages)),
  };
}

/** The dossier of a frozen account of a departure. @throws NotFound when there is no such account */
export async function dossierDuSolde({ db }: Pick<Contexte, "db">, id: number): Promise<number> {
  const [depart] = await db
    .select({ DossierId: departs.DossierId })
    .from(soldesDepart)
    .innerJoin(departs, eq(departs.id, soldesDepart.DepartId))
    .where(eq(soldesDepart.id, id));
  if (!depart) throw new NotFound("Ce compte de sortie n’existe pas.");
  return depart.DossierId;
}

/**
 * A frozen account of a departure, with what its paper prints.
 * @throws NotFound when there is no such account
 */
export async function chargerSoldeDepart(ctx: Appel, id: number): Promise<DonneesSoldeDepart> {
  const { db } = ctx;
  const {
    solde: [solde],
    nomme,
    reglages,
  } = await db.read({
    solde: db.select().from(soldesDepart).where(eq(soldesDepart.id, id)),
    nomme: dossierNomme(
      db,
      sql`${dossiers.id} = (SELECT d."DossierId" FROM ${departs} d JOIN ${soldesDepart} s ON s."DepartId" = d.id WHERE s.id = ${id})`,
    ),
    reglages: lireReglages(db),
  });
  if (!solde || !nomme) throw new NotFound("Ce compte de sortie n’existe pas.");
  const { annuleLe, contenu, date, genre } = solde;
  return {
    ...nommes(nomme, ctx.today),
    ...(contenu.nouvelleAdresse ? { destinataire: adresseEcrite(contenu.nouvelleAdresse) } : {}),
    reference: referenceDeDossier(nomme.id),
    genre,
    date,
    contenu,
    annuleLe,
    ...(await papierDe(ctx, reglages)),
  };
}

/** The dossier of a payment. @throws NotFound when there is no such payment */
export async function dossierDuReglement(
  { db }: Pick<Contexte, "db">,
  id: number,
): Promise<number> {
  const [reglement] = await db
    .select({ DossierId: reglements.DossierId })
    .from(reglements)
    .where(eq(reglements.id, id));
  if (!reglement) throw new NotFound("Ce règlement n’existe pas.");
  return reglement.DossierId;
}

/**
 * A payment, the sums that it settles, and what its reçu prints; euros.
 * @throws NotFound when there is no such payment
 */
export async function chargerRecuReglement(ctx: Appel, id: number): Promise<DonneesRecuReglement> {
  const { db } = ctx;
  const {
    reglement: [reglement],
    parts,
    nomme,
    reglages,
  } = await db.read({
    reglement: db.select().from(reglements).where(eq(reglements.id, id)),
    parts: db.all<{ mois: Mois; nature: NatureEcheance; montant: number }>(sql`
      SELECT e.mois, e.nature, sum(i.montant) AS montant
      FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId"
      WHERE i."ReglementId" = ${id}
      GROUP BY e.id HAVING sum(i.montant) > 0 ORDER BY e."exigibleLe", e.id`),
    nomme: dossierNomme(
      db,
      sql`${dossiers.id} = (SELECT "DossierId" FROM ${reglements} WHERE id = ${id})`,
    ),
    reglages: lireReglages(db),
  });
  if (!reglement || !nomme) throw new NotFound("Ce règlement n’existe pas.");
  const { date, etat, finLe, fonds, mode, montant, payeur } = reglement;
  const regle = parts.reduce((total, part) => total + part.montant, 0);
  return {
    ...nommes(nomme, ctx.today),
    numero: numeroReglement(reglement),
    date,
    etat,
    finLe,
    fonds,
    mode,
    payeur,
    montant: enEuros(montant),
    imputations: parts.map((part) => ({ ...part, montant: enEuros(part.montant) })),
    avance: etat === "credite" ? enEuros(montant - regle) : 0,
    ...(await papierDe(ctx, reglages)),
  };
}
