package outlet

import (
	_ "embed"
	"slices"
	"strings"
	"testing"
)

// takeoverText has titles of news and of takeovers by language.
//
//go:embed testdata/takeovers.txt
var takeoverText string

// takeoverTitles returns the titles of takeoverText by their headings, such as "cs betting".
func takeoverTitles() map[string][]string {
	titles, heading := map[string][]string{}, ""
	for line := range strings.Lines(takeoverText) {
		line = strings.TrimSpace(line)
		if name, isHeading := strings.CutPrefix(line, "# "); isHeading {
			heading = name
		} else if line != "" {
			titles[heading] = append(titles[heading], line)
		}
	}
	return titles
}

// feedOf returns the outline of a document with the titles, which keeps all that describes the outlet.
func feedOf(language string, titles []string) Outline {
	return Outline{Name: "Chrudim", Description: "News of Chrudim", Language: language, Generator: "wordpress",
		Domains: []string{"chrudim.example"}, Forms: []string{"/n/"}, Titles: titles, Items: len(titles)}
}

// TestPromotionInTheSameLanguage checks that promotion of gambling is noticed in each language although the name, the
// description, the language, the publishing system and the links are unchanged, and although the last two change as
// well.
func TestPromotionInTheSameLanguage(t *testing.T) {
	t.Parallel()
	titles, languages := takeoverTitles(), 0
	for heading, betting := range titles {
		language, isBetting := strings.CutSuffix(heading, " betting")
		if !isBetting {
			continue
		}
		languages++
		if points := promotionPoints(titles["cs news"], betting); points != onlyPromotionPoints {
			t.Errorf("%s: %.1f points", language, points)
		}
		news, others := titles[language+" news"], titles["other "+language+" news"]
		if others == nil {
			continue
		}
		p := NewProfile(feedOf(language, news))
		for known := range 5 {
			o := feedOf(language, betting[:12-known])
			o.Items, o.KnownShare = 12, float64(known)/12
			if c := p.Compare(o); !c.IsOther() {
				t.Errorf("%s, %d known items: %.1f points, %+v", language, known, c.Score, c.Signals)
			}
			o.Generator, o.Forms = "joomla!", []string{"/"}
			if c := p.Compare(o); !c.IsOther() {
				t.Errorf("%s, %d known items, other publishing system: %.1f points, %+v", language, known, c.Score, c.Signals)
			}
		}
		mixed := slices.Concat(betting[:5], others)
		if c := p.Compare(feedOf(language, mixed)); c.IsOther() {
			t.Errorf("%s: news with 5 titles about gambling: %.1f points, %+v", language, c.Score, c.Signals)
		}
	}
	if languages < 40 {
		t.Errorf("only %d languages", languages)
	}
}

// TestPromotionByTheEarlierAuthors checks that promotion of gambling is noticed in inflected words, and although
// authors, sections, paths and the publishing system are unchanged, which lowers the score by minSamePoints at most.
func TestPromotionByTheEarlierAuthors(t *testing.T) {
	t.Parallel()
	const minSamePoints = 5
	titles, languages := takeoverTitles(), 0
	for heading, betting := range titles {
		if !strings.HasSuffix(heading, " inflected") && !strings.HasSuffix(heading, " betting") {
			continue
		}
		languages++
		points := promotionPoints(titles["cs news"], betting) + advicePoints(titles["cs news"], betting)
		if points < OtherScore+minSamePoints {
			t.Errorf("%s: %.1f points", heading, points)
		}
	}
	if languages < 70 {
		t.Errorf("only %d lists of titles", languages)
	}
}

// TestOtherPromotion checks promotion of what is not gambling.
func TestOtherPromotion(t *testing.T) {
	t.Parallel()
	titles, lists := takeoverTitles(), 0
	for heading, promotion := range titles {
		_, topic, _ := strings.Cut(heading, " ")
		if !slices.Contains([]string{"medicine", "loans", "adult", "fortune"}, topic) {
			continue
		}
		lists++
		if points := promotionPoints(titles["cs news"], promotion); points != onlyPromotionPoints {
			t.Errorf("%s: %.1f points", heading, points)
		}
	}
	if lists < 14 {
		t.Errorf("only %d lists of titles", lists)
	}
	reports := []string{"Payday lender fined over debts of Milton families", "Bitcoin scam costs pensioner her savings",
		"Car insurance is dearest in Selby", "Doctor warns about slimming injections", "Escort vessel returns to port",
		"Horoscope for the week", "Library opens on Sundays", "Recipe of the week: parkin"}
	if points := promotionPoints(titles["cs news"], reports); points != 0 {
		t.Errorf("reports: %.1f points", points)
	}
}

// TestOnlyTheNameIsLeft checks that an outlet is another one if no item is known and all but the name has changed, and
// that a newsroom is the same that moves to another publishing system without its archive, authors and sections.
func TestOnlyTheNameIsLeft(t *testing.T) {
	t.Parallel()
	outlineOf := func(generator, author, section, form string, titles ...string) Outline {
		o := feedOf("en", titles)
		o.Generator, o.Categories, o.Forms = generator, []string{section}, []string{form}
		if author != "" {
			o.Authors = []string{author, "peter marsh"}
		}
		return o
	}
	before := outlineOf("newspilot", "jane holt", "local", "/news/.html",
		"Council in Kirby approves new school budget", "Kirby hospital workers vote for strike",
		"Flood warning for Thirsk after heavy rain", "Two hurt in crash near Kirby station",
		"Mayor of Thirsk rejects plan for bypass", "Thirsk library to reopen after repairs",
		"Police in Kirby look for witnesses of crash", "Farmers near Thirsk fear for harvest",
		"Council in Thirsk rejects school plan", "Kirby station to reopen after flood")
	newsroom := []string{"Thirsk council rejects plan for library", "Police look for driver after crash near Thirsk",
		"Kirby school to reopen after strike", "Heavy rain: flood warning for Kirby", "Mayor of Kirby approves hospital budget",
		"Thirsk farmers vote for new bypass", "Witnesses of Kirby crash heard", "New roof for Thirsk station"}
	blog := []string{"Understand shutter speed quickly", "Renting scooters across Lisbon", "Keeping houseplants alive indoors",
		"Podcast microphones compared", "Wedding speeches without tears", "Choosing hiking boots online",
		"Quiet keyboards under fifty dollars", "Natural remedies against snoring"}
	for name, c := range map[string]struct {
		after   Outline
		isOther bool
	}{
		"blog":                              {outlineOf("wordpress", "", "blog", "/blog/#/", blog...), true},
		"newsroom":                          {outlineOf("wordpress", "", "blog", "/blog/#/", newsroom...), false},
		"newsroom with other authors":       {outlineOf("wordpress", "ann lowe", "region", "/#/", newsroom...), false},
		"other subjects, same authors":      {outlineOf("wordpress", "jane holt", "blog", "/blog/#/", blog...), false},
		"other subjects, same system":       {outlineOf("newspilot", "", "leisure", "/leisure/", blog...), false},
		"other subjects, articles are kept": {outlineOf("wordpress", "", "blog", "/blog/#/", blog...), false},
	} {
		if name == "other subjects, articles are kept" {
			c.after.KnownShare = 0.4
		}
		if got := NewProfile(before).Compare(c.after); got.IsOther() != c.isOther {
			t.Errorf("%s: %.1f points, %+v", name, got.Score, got.Signals)
		}
	}
}

// TestTakeoverAfterAnAnswer checks that a takeover is noticed after a person answered that reports about illegal
// betting are of the same outlet, and that further reports, and the usual news, are not reported again.
func TestTakeoverAfterAnAnswer(t *testing.T) {
	t.Parallel()
	titles := takeoverTitles()
	before := NewProfile(feedOf("tr", titles["tr news"]))
	reports := feedOf("tr", titles["tr reports"])
	if !before.Compare(reports).IsOther() {
		t.Fatal("the reports are not suspicious")
	}
	answered := NewProfile(reports)
	least := func(o Outline) float64 { return min(before.Compare(o).Score, answered.Compare(o).Score) }
	for name, isOther := range map[string]bool{"tr reports": false, "other tr reports": false, "other tr news": false,
		"tr betting": true} {
		if score := least(feedOf("tr", titles[name])); score >= OtherScore != isOther {
			t.Errorf("%s: %.1f points, %+v", name, score, answered.Compare(feedOf("tr", titles[name])).Signals)
		}
	}
}

// TestScriptsAndCloseLanguages checks that an outlet that changes the script or to a close language, with its name and
// all items, is still the same, and that another name in these is noticed.
func TestScriptsAndCloseLanguages(t *testing.T) {
	t.Parallel()
	titles := takeoverTitles()
	outlineOf := func(name, description, language, heading string, authors ...string) Outline {
		o := feedOf(language, titles[heading])
		o.Name, o.Description, o.Authors = name, description, authors
		return o
	}
	latin := outlineOf("Glas Šumadije", "Vesti iz Šumadije", "sr", "sr news", "petar jović", "ana ilić")
	russian := outlineOf("Мелитопольские ведомости", "Новости Мелитополя", "ru", "ru news", "иван бойко", "олег мороз")
	ukrainian := outlineOf("Мелітопольські відомості", "Новини Мелітополя", "uk", "uk news", "іван бойко", "олег мороз")
	cyrillic := outlineOf("Глас Шумадије", "Вести из Шумадије", "sr", "sr-Cyrl news", "петар јовић", "ана илић")
	for name, c := range map[string]struct {
		before, after Outline
		isOther       bool
	}{
		"Latin to Cyrillic":    {latin, cyrillic, false},
		"Cyrillic to Latin":    {cyrillic, latin, false},
		"Russian to Ukrainian": {russian, ukrainian, false},
		"Ukrainian to Russian": {ukrainian, russian, false},
		"another name and script": {latin, outlineOf("Портал Плус", "Забава и спорт", "sr", "sr-Cyrl news",
			"марко савић", "иван лукић"), true},
		"another name in a close language": {russian, outlineOf("Київський портал", "Розваги та спорт", "uk", "uk news",
			"марко савчук", "юрій лукаш"), true},
	} {
		p := NewProfile(c.before)
		for range 4 {
			o := c.before
			o.KnownShare = 0.8
			p.Learn(o, p.Compare(o))
		}
		if got := p.Compare(c.after); got.IsOther() != c.isOther {
			t.Errorf("%s: %.1f points, %+v", name, got.Score, got.Signals)
		}
	}
}

func TestNameSimilarity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b   string
		isSame bool
	}{
		{"Glas Šumadije", "Глас Шумадије", true},
		{"Мелитопольские ведомости", "Мелітопольські відомості", true},
		{"Ναξιώτικα Νέα", "Naxiotika Nea", true},
		{"Northfield Gazette", "Westfield Gazette", false},
		{"Ostsee Nachrichten", "Nordsee Nachrichten", false},
		{"Morning Herald", "Evening Herald", false},
		{"أخبار صفاقس", "أخبار قابس", false},
	} {
		if similarity := nameSimilarity(c.a, c.b); similarity >= 0.7 != c.isSame {
			t.Errorf("%s and %s: %.2f", c.a, c.b, similarity)
		}
	}
}

// TestReplacedByGuides checks that guides that replace all articles are noticed although the name, the description, the
// language and the publishing system are unchanged, and that other news is not.
func TestReplacedByGuides(t *testing.T) {
	t.Parallel()
	titles, languages := takeoverTitles(), 0
	for heading, guides := range titles {
		language, isGuides := strings.CutSuffix(heading, " guides")
		if !isGuides {
			continue
		}
		languages++
		if rise := promotionShare(guides) - promotionShare(titles["cs news"]); rise < minOtherTopics {
			t.Errorf("%s: the share of advice rises by %.1f", language, rise)
		}
		news := titles[language+" news"]
		if news == nil {
			continue
		}
		p := NewProfile(feedOf(language, news))
		other := feedOf(language, guides)
		other.Forms = []string{"/"}
		if c := p.Compare(other); !c.IsOther() {
			t.Errorf("%s: %.1f points, %+v", language, c.Score, c.Signals)
		}
		if others := titles["other "+language+" news"]; others != nil {
			if c := p.Compare(feedOf(language, slices.Concat(guides[:3], others))); c.IsOther() {
				t.Errorf("%s, news: %.1f points, %+v", language, c.Score, c.Signals)
			}
		}
	}
	if languages < 16 {
		t.Errorf("only %d languages", languages)
	}
}

// TestNewEditionInTheFeed checks that articles in a second language beside known ones are no other outlet.
func TestNewEditionInTheFeed(t *testing.T) {
	t.Parallel()
	titles := takeoverTitles()
	p := NewProfile(feedOf("tr", titles["tr news"]))
	for known := range 12 {
		o := feedOf("tr", titles["cs news"][:14-known])
		o.Items, o.KnownShare = 14, float64(known)/14
		if c := p.Compare(o); c.IsOther() && known >= 3 || !c.IsOther() && known == 0 {
			t.Errorf("%d of 14 items are known: %.1f points, %+v", known, c.Score, c.Signals)
		}
	}
}
