package outlet

import (
	"fmt"
	"strings"
	"testing"
)

// usualTitles are titles of a local paper on ordinary days.
var usualTitles = map[string]string{
	"en": `Council approves new cycle path along the canal
		Fire at furniture warehouse in Kendal under control
		School choir wins regional competition for third time
		Road closures this weekend because of the marathon
		Dairy farmers protest against falling milk prices
		Library extends its opening hours in autumn
		Hospital waiting lists reach a new record
		Two injured after lorry overturns near Penrith
		Rugby club signs winger from Barrow
		Museum shows photographs of vanished railway stations
		Police warn of doorstep fraud in Workington
		Volunteers plant four hundred trees beside the river`,
	"nl": `Gemeente keurt fietspad langs het kanaal goed
		Brand in meubelloods in Hengelo onder controle
		Schoolkoor wint regionale wedstrijd voor derde keer
		Wegen afgesloten dit weekend vanwege marathon
		Melkveehouders protesteren tegen dalende melkprijs
		Bibliotheek verruimt openingstijden in het najaar
		Wachtlijsten ziekenhuis bereiken nieuw record
		Twee gewonden nadat vrachtwagen kantelt bij Almelo
		Voetbalclub haalt aanvaller uit Enschede
		Museum toont foto's van verdwenen stations
		Politie waarschuwt voor oplichters aan de deur
		Vrijwilligers planten honderden bomen langs rivier`,
}

// TestOneEventIsNoOtherOutlet checks that a live desk that fills the feed with results, such as those of an election,
// is no other outlet, and that the words of titles about different subjects count.
func TestOneEventIsNoOtherOutlet(t *testing.T) {
	t.Parallel()
	outlineOf := func(titles []string, author, form string) Outline {
		return Outline{Name: "Pennine Courier", Description: "Local news", Generator: "drupal",
			Domains: []string{"courier.example"}, Authors: strings.Split(author, ","), Forms: []string{form},
			Categories: []string{"politics"}, Titles: titles, Items: len(titles)}
	}
	for language, event := range map[string]struct{ parties, verbs, places string }{
		"en": {"Labour Conservatives Greens Reform", "hold gain lose concede", "Penrith Barrow Carlisle Workington Copeland"},
		"nl": {"Liberalen Groenen Socialisten", "winnen verliezen grootste", "Hengelo Enschede Almelo Borne Losser"},
	} {
		var usual, results, others []string
		for title := range strings.Lines(usualTitles[language]) {
			usual = append(usual, strings.TrimSpace(title))
		}
		parties, verbs, places := strings.Fields(event.parties), strings.Fields(event.verbs), strings.Fields(event.places)
		for i := range maxTitles {
			results = append(results, fmt.Sprintf("%s %s %s", parties[i%len(parties)], verbs[i/2%len(verbs)],
				places[i/3%len(places)]))
			others = append(others, fmt.Sprintf("Subject%c about matter%c and thing%c", 'a'+i, 'b'+i, 'c'+i))
		}
		p := NewProfile(outlineOf(usual, "sue hill,raj patel,tim crane", "/news/#/"))
		for range 3 {
			o := outlineOf(usual, "sue hill,raj patel,tim crane", "/news/#/")
			o.KnownShare = 0.8
			p.Learn(o, p.Compare(o))
		}
		if c := p.Compare(outlineOf(results, "live desk", "/live/")); c.IsOther() {
			t.Errorf("%s: results of an election: %.1f points, %+v", language, c.Score, c.Signals)
		}
		if points := p.vocabularyPoints(others); points < 3 {
			t.Errorf("%s: the words of different subjects: %.1f points", language, points)
		}
	}
}
