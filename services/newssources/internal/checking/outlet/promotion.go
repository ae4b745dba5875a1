package outlet

import "regexp"

const (
	// promotedShare is the minimum share of titles with promoted words in a document that promotes gambling
	// or medicine, and usualPromotedShare the maximum share in earlier documents of an outlet that does not.
	promotedShare, usualPromotedShare = 0.4, 0.1
	newPromotionPoints                = 2.5
)

// promotedWords matches words about gambling and about medicine without a prescription. Most lapsed
// domains of newspapers promote one of these.
var promotedWords = regexp.MustCompile(`(?i)\bcasinos?\b|kasino|kaszinó|cazino|καζίνο|казино|カジノ|카지노|赌场|娱乐城|คาสิโน|` +
	`\bslots?\b|สล็อต|スロット|슬롯|\bjudi\b|\btogel\b|\bgacor\b|\bmaxwin\b|poker|покер|ポーカー|roulette|ruleta|ruletka|рулетк|` +
	`blackjack|блэкджек|jackpot|джекпот|ジャックポット|free spins|freispiele|tours gratuits|giros? gratis|фриспин|無料スピン|` +
	`spielautomat|tragamonedas|tragaperras|ca[çc]a-n[íi]queis|machines? à sous|gokkasten|автомат\S* на деньги|` +
	`sports ?bet|sportsbook|betting (site|odds|bonus)|sportwetten|wettanbieter|apuestas|apostas|paris sportifs|bahis|букмекер|` +
	`ставк\S* на|スポーツ賭博|토토|no deposit|ohne einzahlung|sin dep[óo]sito|sem dep[óo]sito|sans dépôt|бездепозит|入金不要|` +
	`viagra|виагра|バイアグラ|cialis|сиалис|levitra|kamagra|sildenafil|tadalafil|tramadol|xanax|ambien|modafinil|ivermectin|` +
	`without (a )?prescription|sin receta|sans ordonnance|ohne rezept|senza ricetta|без рецепта`)

// promotionPoints returns points if many new titles promote gambling or medicine, unless the earlier
// titles did so, too.
func promotionPoints(before, after []string) float64 {
	if len(before) < 3 || len(after) < 3 || shareOfPromoted(before) > usualPromotedShare ||
		shareOfPromoted(after) < promotedShare {
		return 0
	}
	return newPromotionPoints
}

// shareOfPromoted returns the share of titles with promoted words.
func shareOfPromoted(titles []string) float64 {
	n := 0
	for _, title := range titles {
		if promotedWords.MatchString(title) {
			n++
		}
	}
	return float64(n) / float64(len(titles))
}
