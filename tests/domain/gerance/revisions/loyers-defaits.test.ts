import fc from "fast-check";
import { expect, it } from "vitest";
import { ajouterJours, ajouterMois, type Jour, premierJour } from "#domain/dates.ts";
import { rendreProvision } from "#domain/gerance/charges/annulation.ts";
import { changerProvision } from "#domain/gerance/charges/provision.ts";
import type { LoyerAEcrire } from "#domain/gerance/revisions/changement.ts";
import {
  annulerChangement,
  changementConvenu,
  type LoyerChange,
} from "#domain/gerance/revisions/changement-convenu.ts";
import { apresLaRemise } from "#domain/gerance/revisions/effet.ts";
import { loyerEnVigueur, loyersVivants } from "#domain/gerance/revisions/loyers.ts";
import { DECOMPTE_ANNULE, NOUVELLE_PROVISION } from "#domain/gerance/revisions/loyers-remplaces.ts";
import { changementQuiSuit } from "#domain/gerance/revisions/revision.ts";
import { faits } from "../../../support/gerance/revisions.ts";

/**
 * A lease of 1 July 2025 at 850 € of rent and 100 € of charges, with its rows of rent. Each act returns null when it
 * is refused, or else a function that cancels it. That function returns false when the act may not be cancelled.
 */
class Bail {
  loyers: LoyerChange[] = [];
  rang = 0;
  provisionRestee = false;

  constructor() {
    this.ecrire({ depuis: "2025-07-01", loyerHC: 850_00, loyerCharge: 100_00, motif: "bail" });
  }

  ecrire(ligne: LoyerAEcrire, rang: number | null = null): LoyerChange {
    const { depuis, loyerHC, loyerCharge, motif } = ligne;
    const id = this.loyers.length + 1;
    const ecrite = { id, depuis, loyerHC, loyerCharge, motif, rang, annuleLe: null };
    this.loyers.push(ecrite);
    return ecrite;
  }

  annuler(lignes: readonly { id: number }[], motifAnnulation: string): void {
    const ids = lignes.map(({ id }) => id);
    this.loyers = this.loyers.map((ligne) =>
      ids.includes(ligne.id) ? { ...ligne, annuleLe: "2026-01-15", motifAnnulation } : ligne,
    );
  }

  vivante = (voulue: (ligne: LoyerChange) => boolean) =>
    loyersVivants(this.loyers).findLast(voulue);

  changer(voulu: {
    motif: "remise" | "avenant" | "provision" | "renouvellement";
    depuis: Jour;
    jusquau: Jour | null;
    baisse: number;
    charges: number;
  }) {
    const alors = loyerEnVigueur(this.loyers, voulu.depuis);
    if (!alors) return null;
    const { lignes } = changementConvenu(
      { ...faits(), loyers: this.loyers, dernierMois: null, attestationLeveGel: "oui" },
      {
        ...voulu,
        loyerHC: alors.loyerHC - voulu.baisse,
        loyerCharge: alors.loyerCharge - voulu.charges,
        ...{ commentaire: "Accord", finTravaux: null, facture: null },
      },
      "2025-07-15",
    );
    if (!lignes) return null;
    const rang = ++this.rang;
    for (const ligne of lignes) this.ecrire(ligne, rang);
    return () => this.defaire((ligne) => ligne.rang === rang);
  }

  defaire(voulue: (ligne: LoyerChange) => boolean): boolean {
    const visee = this.vivante(voulue);
    if (!visee) return false;
    const annulation = annulerChangement({ loyers: this.loyers, dernierMois: null }, visee);
    if (!annulation.lignes) return false;
    this.annuler(annulation.lignes, "Erreur");
    for (const provision of annulation.provisions) this.ecrire(provision);
    return true;
  }

  reviser(jour: Jour) {
    const effetLe = apresLaRemise(this.loyers, jour);
    if (changementQuiSuit(faits({ loyers: this.loyers }), effetLe) !== null) return null;
    const alors = loyerEnVigueur(this.loyers, effetLe);
    if (!alors) return null;
    const { loyerCharge, loyerHC } = alors;
    this.ecrire({ depuis: effetLe, loyerHC: loyerHC + 10_00, loyerCharge, motif: "revision" });
    return () => {
      const visee = this.vivante(({ depuis, motif }) => depuis === effetLe && motif === "revision");
      if (!visee || loyersVivants(this.loyers).some(({ depuis }) => depuis > effetLe)) return false;
      this.annuler([visee], "Erreur");
      return true;
    };
  }

  regulariser(depuis: Jour, montant: number) {
    const lignes = changerProvision(this.loyers, montant, depuis);
    const premiere = lignes[0];
    if (!premiere) return null;
    this.annuler(
      lignes.flatMap(({ remplace }) => remplace ?? []),
      NOUVELLE_PROVISION,
    );
    for (const ligne of lignes) this.ecrire(ligne, ligne.remplace?.rang ?? null);
    return () => {
      const rendues = rendreProvision(this.loyers, { depuis: premiere.depuis, montant }, null);
      if (!rendues) this.provisionRestee = true;
      else {
        this.annuler(
          rendues.map(({ annule }) => annule),
          DECOMPTE_ANNULE,
        );
        for (const { annule, ligne } of rendues) if (ligne) this.ecrire(ligne, annule.rang);
      }
      return true;
    };
  }
}

const MILLE = { numRuns: 1_000 };

const mois = fc.integer({ min: 1, max: 50 });
const geste = fc.oneof(
  fc.record({
    genre: fc.constant("remise" as const),
    mois,
    jours: fc.integer({ min: 20, max: 500 }),
    baisse: fc.constantFrom(0, 50_00, 200_00),
    charges: fc.constantFrom(0, 10_00, 30_00),
  }),
  fc.record({
    genre: fc.constant("avenant" as const),
    mois,
    baisse: fc.constantFrom(20_00, 40_00),
  }),
  fc.record({ genre: fc.constant("revision" as const), mois }),
  fc.record({
    genre: fc.constant("provision" as const),
    mois,
    charges: fc.constantFrom(-20_00, 5_00),
  }),
  fc.record({
    genre: fc.constant("renouvellement" as const),
    mois: fc.constantFrom(35, 47),
    baisse: fc.constant(-50_00),
  }),
  fc.record({ genre: fc.constant("annuler" as const), lequel: fc.nat(6) }),
  fc.record({
    genre: fc.constant("decompte" as const),
    montant: fc.constantFrom(90_00, 110_00, 125_00),
  }),
);

it("remises, avenants, paliers, provisions, révisions et décomptes se défont toujours, dans un ordre ou un autre, et n’en laissent rien", () => {
  fc.assert(
    fc.property(
      fc.array(geste, { minLength: 2, maxLength: 7 }),
      fc.infiniteStream(fc.nat(6)),
      (gestes, tirages) => {
        const bail = new Bail();
        const defaire: (() => boolean)[] = [];
        for (const [rang, voulu] of gestes.entries()) {
          const jour = (nombre: number) => premierJour(ajouterMois("2025-08", nombre));
          if (voulu.genre === "annuler") {
            const place = voulu.lequel % (defaire.length || 1);
            if (defaire[place]?.()) defaire.splice(place, 1);
            continue;
          }
          const fait =
            voulu.genre === "decompte"
              ? bail.regulariser(jour(1 + rang * 4), voulu.montant)
              : voulu.genre === "revision"
                ? bail.reviser(jour(voulu.mois))
                : bail.changer({
                    ...{
                      motif: voulu.genre,
                      depuis: jour(voulu.mois),
                      baisse: "baisse" in voulu ? voulu.baisse : 0,
                    },
                    jusquau: "jours" in voulu ? ajouterJours(jour(voulu.mois), voulu.jours) : null,
                    charges: "charges" in voulu ? voulu.charges : 0,
                  });
          if (fait) defaire.push(fait);
        }
        while (defaire.length > 0) {
          const premier = (tirages.next().value ?? 0) % defaire.length;
          const ordre = [...defaire.slice(premier), ...defaire.slice(0, premier)];
          const defait = ordre.find((un) => un());
          if (defait) defaire.splice(defaire.indexOf(defait), 1);
          // A new provision that remains after its statement of charges was cancelled is a row of rent that staff
          // cancel by hand.
          else
            expect(
              bail.provisionRestee &&
                bail.defaire(({ motif, rang }) => motif === "provision" && rang === null),
            ).toBe(true);
        }
        for (let nombre = 0; nombre < 60; nombre++) {
          const loyer = loyerEnVigueur(bail.loyers, premierJour(ajouterMois("2025-08", nombre)));
          expect(loyer?.loyerHC).toBe(850_00);
          if (!bail.provisionRestee) expect(loyer?.loyerCharge).toBe(100_00);
        }
      },
    ),
    MILLE,
  );
});
