import fc from "fast-check";
import { expect, it } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import { payeDe, periodeProposee, prixPropose } from "#domain/missions/accompte.ts";
import { creation } from "#domain/missions/accompte-fiche.ts";
import { valeurTotalMission } from "#domain/missions/mission.ts";
import { creation as mission } from "#domain/missions/mission-fiche.ts";
import { somme } from "#domain/montants.ts";
import { refus } from "../../support/fiches/schemas.ts";

const UN_ACCOMPTE = { dateDepart: "2026-03-15", dateFin: "2026-03-15", prix: 120, tva: 20 };

it("un acompte se paie par virement, n'est pas réglé, et perd le hors taxe qu'on envoie", () => {
  expect(creation.parse({ ...UN_ACCOMPTE, prixHT: 1 })).toEqual({
    ...UN_ACCOMPTE,
    mode: "Virement",
    regle: false,
  });
});

it("un acompte finit au plus tôt le jour où il commence", () => {
  expect(refus(creation, UN_ACCOMPTE)).toEqual({});
  expect(refus(creation, { ...UN_ACCOMPTE, dateFin: "2026-03-14" })).toEqual({
    dateFin: "La fin précède le début.",
  });
});

it("la période proposée part de la signature, sinon d'aujourd'hui, puis suit la dernière, d'un mois à chaque fois", () => {
  const proposee = (dateSignature: string | null, fins: string[]) =>
    periodeProposee(
      { dateSignature, accomptes: fins.map((dateFin) => ({ dateFin })) },
      "2026-11-22",
    );
  expect(proposee(null, [])).toEqual({ dateDepart: "2026-11-22", dateFin: "2026-12-21" });
  expect(proposee("2026-03-31", [])).toEqual({ dateDepart: "2026-03-31", dateFin: "2026-04-30" });
  expect(proposee("2026-01-01", ["2026-02-28", "2026-01-31"])).toEqual({
    dateDepart: "2026-03-01",
    dateFin: "2026-03-31",
  });
});

it("les périodes proposées l'une après l'autre se suivent sans trou ni jour compté deux fois", () => {
  const jour = fc.nat(3000).map((nombre) => ajouterJours("2024-01-01", nombre));
  fc.assert(
    fc.property(jour, fc.integer({ min: 2, max: 12 }), (dateSignature, nombre) => {
      const accomptes: { dateDepart: string; dateFin: string }[] = [];
      for (let rang = 0; rang < nombre; rang++) {
        accomptes.push(periodeProposee({ dateSignature, accomptes }, "2030-01-01"));
      }
      expect(accomptes[0]?.dateDepart).toBe(dateSignature);
      for (const [rang, { dateDepart, dateFin }] of accomptes.entries()) {
        expect(dateDepart < dateFin).toBe(true);
        const suivante = accomptes[rang + 1];
        if (suivante) expect(suivante.dateDepart).toBe(ajouterJours(dateFin, 1));
      }
    }),
  );
});

it("les prix proposés font ensemble, au centime, la valeur de la mission dont le reliquat se calcule", () => {
  const centimes = (auPlus: number) => fc.integer({ min: 0, max: auPlus }).map((un) => un / 100);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      centimes(200_000).map((centime) => centime + 1000),
      centimes(50_000),
      centimes(50_000),
      (nbAppart, valeurMissionAppt, accompte1, accompte2) => {
        const faite = mission.parse({
          type: "gestion",
          tauxTva: 20,
          nbAppart,
          valeurMissionAppt: Math.round(valeurMissionAppt * 100) / 100,
          accompte1,
          accompte2,
        });
        const prix = [0, 1, 2].map((faits) => prixPropose(faite, faits) ?? 0);
        expect(somme(...prix)).toBe(valeurTotalMission(faite));
        expect(prixPropose(faite, 3)).toBeNull();
      },
    ),
  );
});

it("un acompte payé l’est de ce qu’on a noté, sinon de son prix ; impayé, de rien", () => {
  expect(payeDe({ regle: true, prix: 120 })).toBe(120);
  expect(payeDe({ regle: true, prix: 120, montant: 100 })).toBe(100);
  expect(payeDe({ regle: true, prix: 120, montant: 0 })).toBe(0);
  expect(payeDe({ regle: false, prix: 120, montant: 100 })).toBe(0);
});
