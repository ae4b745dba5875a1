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
			"Лучшие онлайн казино"}, onlyPromotionPoints},
		"medicine": {local, []string{"Cheap Viagra without prescription", "Buy Cialis", "Modafinil online"},
			onlyPromotionPoints},
		"some gambling": {local, []string{"Best online casino bonuses", "Poker for beginners", "Roulette rules",
			"Council meets", "Road closed", "Match ends 0–0"}, newPromotionPoints},
		"Arabic": {local, []string{"أفضل كازينو اون لاين", "العب الروليت المباشر", "شرح لعبة البوكر"},
			onlyPromotionPoints},
		"Chinese":    {local, []string{"真人百家乐即时派彩", "老虎机免费旋转攻略", "体育博彩平台推荐"}, onlyPromotionPoints},
		"Greek":      {local, []string{"Τα καλύτερα καζίνο", "Ζωντανή ρουλέτα", "Πόκερ για αρχάριους"}, onlyPromotionPoints},
		"Hindi":      {local, []string{"ऑनलाइन कैसीनो में बोनस", "लाइव रूलेट खेलें", "पोकर सीखें"}, onlyPromotionPoints},
		"Portuguese": {local, []string{"Melhores cassinos", "Jogue roleta ao vivo", "Guia de pôquer"}, onlyPromotionPoints},
		"reports about one casino": {local, []string{"Casino opens", "Mayor visits the casino", "Casino hires 200",
			"Residents welcome the casino"}, newPromotionPoints},
		"a report about gambling": {local, []string{"Police close a casino", "Fire at the harbour", "Council meets",
			"A new slots tax", "Match ends 0–0", "Road closed"}, 0},
		"a magazine about gambling": {[]string{"Poker tour in Vienna", "New slots", "Casino opens", "Council meets"},
			[]string{"Blackjack rules", "Jackpot won", "Poker final"}, 0},
		"words that contain one": {local, []string{"Los socialistas piden medidas", "Un plan para el ambiente",
			"Prejudicial ruling", "Specialists meet", "O proletariado", "Кислота пролита на заводе"}, 0},
		"few titles": {local, []string{"Online casino", "Poker"}, 0},
	} {
		if got := promotionPoints(c.before, c.after); got != c.want {
			t.Errorf("%s: %v points, want %v", name, got, c.want)
		}
	}
}
