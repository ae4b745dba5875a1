package outlet

import "testing"

func TestPromotion(t *testing.T) {
	t.Parallel()
	local := []string{"Council approves budget", "Fire at the harbour", "Match ends 2–1", "School gets a new roof"}
	for name, c := range map[string]struct {
		before, after []string
		want          float64
	}{
		"gambling": {local, []string{"Best online casino bonuses", "Slot gacor hari ini", "Council approves budget",
			"Лучшие онлайн казино"}, newPromotionPoints},
		"medicine": {local, []string{"Cheap Viagra without prescription", "Buy Cialis", "Modafinil online"},
			newPromotionPoints},
		"a report about gambling": {local, []string{"Police close a casino", "Fire at the harbour", "Council meets",
			"A new slots tax", "Match ends 0–0", "Road closed"}, 0},
		"a magazine about gambling": {[]string{"Poker tour in Vienna", "New slots", "Casino opens", "Council meets"},
			[]string{"Blackjack rules", "Jackpot won", "Poker final"}, 0},
		"few titles": {local, []string{"Online casino", "Poker"}, 0},
	} {
		if got := promotionPoints(c.before, c.after); got != c.want {
			t.Errorf("%s: %v points, want %v", name, got, c.want)
		}
	}
}
