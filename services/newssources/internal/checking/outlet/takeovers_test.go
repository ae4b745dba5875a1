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
		news := titles[language+" news"]
		if news == nil {
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
		mixed := slices.Concat(betting[:5], titles["other "+language+" news"])
		if c := p.Compare(feedOf(language, mixed)); c.IsOther() {
			t.Errorf("%s: news with 5 titles about gambling: %.1f points, %+v", language, c.Score, c.Signals)
		}
	}
	if languages < 40 {
		t.Errorf("only %d languages", languages)
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
