package record

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// post is an item of a feed with an article an hour.
type post struct {
	guid, link, title string
	at                *time.Time
}

// edit changes what a feed has of an article at a time.
type edit func(p *post, article int, now time.Time)

// hourlyStart is the time of the first check. Article n is published n hours and 17 minutes later.
var hourlyStart = time.Date(2026, 3, 10, 12, 30, 0, 0, time.UTC)

const movedAfter = 6 * time.Hour

func moved(change edit) edit {
	return func(p *post, article int, now time.Time) {
		if now.Sub(hourlyStart) >= movedAfter {
			change(p, article, now)
		}
	}
}

// renumbered changes the id and the link, but not the form of the link.
func renumbered(p *post, article int, _ time.Time) {
	p.guid, p.link = fmt.Sprint("id ", 7000+3*article), fmt.Sprintf("https://a.example/node/%d", 7000+3*article)
}

// relocated changes the id and the form of the link.
func relocated(p *post, article int, _ time.Time) {
	p.guid, p.link = fmt.Sprint("urn:", article), fmt.Sprintf("https://a.example/news/%d.html", 7000+3*article)
}

func both(edits ...edit) edit {
	return func(p *post, article int, now time.Time) {
		for _, e := range edits {
			e(p, article, now)
		}
	}
}

func shifted(by time.Duration) edit {
	return func(p *post, _ int, _ time.Time) { p.at = new(p.at.Add(by)) }
}

// dayOfMove gives older articles the date of the move.
func dayOfMove(p *post, _ int, _ time.Time) {
	if move := hourlyStart.Add(movedAfter - 10*time.Minute); p.at.Before(move) {
		p.at = &move
	}
}

func dated(format string) edit {
	return func(p *post, _ int, _ time.Time) {
		at, _ := time.Parse(format, p.at.Format(format))
		p.at = &at
	}
}

func undated(p *post, _ int, _ time.Time) { p.at = nil }

func titled(format string) edit {
	return func(p *post, _ int, _ time.Time) { p.title = fmt.Sprintf(format, p.title) }
}

func title(of func(article int) string) edit {
	return func(p *post, article int, _ time.Time) { p.title = of(article) }
}

func linked(format string) edit {
	return func(p *post, article int, now time.Time) {
		path := strings.ReplaceAll(format, "{now}", fmt.Sprint(now.Unix()))
		p.guid, p.link = "", fmt.Sprintf("https://a.example"+path, article+1000)
	}
}

// again changes the query of the link at each check.
func again(p *post, article int, now time.Time) {
	p.guid, p.link = "", fmt.Sprintf("https://a.example/story-%d?x=%d", article, now.Unix())
}

// revised changes the id and the link every three hours.
func revised(p *post, _ int, now time.Time) {
	revision := int(now.Sub(*p.at) / (3 * time.Hour))
	p.guid, p.link = fmt.Sprint(p.guid, "?rev=", revision), fmt.Sprint(p.link, "?rev=", revision)
}

// each changes every n-th article.
func each(n int, change edit) edit {
	return func(p *post, article int, now time.Time) {
		if article%n == 0 {
			change(p, article, now)
		}
	}
}

func upper(p *post, _ int, _ time.Time) { p.title = strings.ToUpper(p.title) }

// random changes all but the title at each check.
func random(p *post, article int, now time.Time) {
	p.guid, p.link, p.at = fmt.Sprint(article, now), fmt.Sprintf("https://a.example/%d/%d", article, now.Unix()), &now
}

func weather(cities int) edit {
	return title(func(n int) string { return "The weather of today in " + headline(n%cities) })
}

const longName = "The Gazette of the Free City and the Lands on both Banks of the River Oder"

var (
	noTitle  = titled("%.0s")
	folder   = linked("/articles/story-%d")
	other    = linked("/news/story-%d.html")
	daily    = dated(time.DateOnly)
	briefing = title(func(int) string { return "Morning briefing: all that you need to know today" })
	serial   = title(func(n int) string { return fmt.Sprintf("The great novel of the river: Part %d", n) })
)

// movedFeeds are feeds whose articles must be recognized: they become known or are held.
var movedFeeds = map[string]struct {
	edit   edit
	size   int // of the document; default: 20
	isHeld bool
}{
	"id and link change every three hours": {edit: revised},
	"the same without dates": {edit: func(p *post, article int, now time.Time) {
		revised(p, article, now)
		p.at = nil
	}},
	"the same with dates of days":               {edit: both(revised, daily)},
	"the same, of half of the articles":         {edit: each(2, revised)},
	"moved":                                     {moved(relocated), 20, true},
	"moved, three items":                        {edit: moved(relocated), size: 3},
	"moved, dates of the move":                  {moved(both(relocated, dayOfMove)), 20, true},
	"moved, dates of the move, three items":     {moved(both(relocated, dayOfMove)), 3, true},
	"renumbered, dates of the move":             {moved(both(renumbered, dayOfMove)), 20, true},
	"moved, dates 7 hours earlier":              {moved(both(relocated, shifted(-7*time.Hour))), 20, true},
	"moved, dates an hour later":                {moved(both(relocated, shifted(time.Hour))), 20, true},
	"renumbered, dates 7 hours earlier":         {moved(both(renumbered, shifted(-7*time.Hour))), 20, true},
	"renumbered, dates 9 hours later":           {moved(both(renumbered, shifted(9*time.Hour))), 20, true},
	"renumbered, dates an hour later":           {moved(both(renumbered, shifted(time.Hour))), 20, true},
	"moved, whole hours":                        {moved(both(relocated, dated("2006-01-02 15"))), 20, true},
	"moved, dates without times":                {both(daily, moved(relocated)), 20, true},
	"moved, dates are removed":                  {moved(both(relocated, undated)), 20, true},
	"moved, never dated":                        {both(undated, moved(renumbered)), 20, true},
	"half moved":                                {edit: moved(each(2, relocated))},
	"half moved, dates of the move":             {moved(each(2, both(relocated, dayOfMove))), 20, true},
	"moved, name after titles":                  {moved(both(relocated, titled("%s | The Gazette"))), 20, true},
	"moved, section before titles":              {moved(both(relocated, titled("Politics: %s"))), 20, true},
	"moved, long name before titles":            {moved(both(relocated, titled(longName+" – %s"))), 20, true},
	"moved, name in brackets":                   {moved(both(relocated, titled("%s (The Gazette)"))), 20, true},
	"moved, upper case":                         {moved(both(relocated, upper)), 20, true},
	"moved, name after titles, dates":           {moved(both(relocated, dayOfMove, titled("%s - Gazette"))), 20, true},
	"no titles, other folder":                   {both(noTitle, folder, moved(other)), 20, true},
	"no titles, other folder, dates of a move":  {both(noTitle, folder, moved(both(other, dayOfMove))), 20, true},
	"no titles or dates, other folder":          {both(undated, noTitle, folder, moved(other)), 20, true},
	"language before the path":                  {both(linked("/story-%d"), moved(linked("/en/story-%d"))), 20, true},
	"versions for phones":                       {both(linked("/story-%d"), moved(linked("/story-%d/amp"))), 20, true},
	"another query at each check":               {again, 20, true},
	"all new at each check, dates of the check": {random, 20, true},
}

// repeatedTitles are feeds whose articles are all new, although they look like known ones.
var repeatedTitles = map[string]struct {
	edit edit
	size int
}{
	"one title":                           {briefing, 20},
	"one title, one item":                 {briefing, 1},
	"one title, three items, no dates":    {both(undated, briefing), 3},
	"weather of 20 cities in turn":        {weather(20), 20},
	"weather of 21 cities in turn":        {weather(21), 20},
	"weather of 6 cities, four items":     {weather(6), 4},
	"weather of 21 cities, dates of days": {both(daily, weather(21)), 20},
	"weather of 21 cities, no dates":      {both(undated, weather(21)), 20},
	"weather of 6 cities, dates of days":  {both(daily, weather(6)), 20},
	"weather of 21 cities, one path":      {both(undated, weather(21), linked("/show_article?id=%d")), 20},
	"weather of 40 cities, one path":      {both(undated, weather(40), linked("/show_article?id=%d")), 20},
	"parts of a serial":                   {serial, 20},
	"parts of a serial, dates of days":    {both(daily, serial), 20},
	"slugs of the same words":             {both(noTitle, linked("/news/council-meeting-%d")), 20},
	"long slugs of the same words":        {both(noTitle, linked("/news/meeting-of-the-town-council-%d")), 20},
}

// playHourly plays a feed for 30 hours, with a check every so many hours. It returns how many
// articles were new more than once or never, and whether there was an identity storm.
func playHourly(change edit, size, every int) (repeated, missing int, isStorm bool) {
	const hours = 31
	p, newItems, articles := newPlayer(hourlyStart), map[int]int{}, map[string]int{}
	for check := 0; check < hours; check += every {
		p.at = hourlyStart.Add(time.Duration(check) * time.Hour)
		var items []feed.Item
		for article := check; article > check-size; article-- {
			p := &post{fmt.Sprint("id ", article), fmt.Sprintf("https://a.example/node/%d", article+100),
				headline(article + 40), new(hourlyStart.Add(time.Duration(article)*time.Hour - 13*time.Minute))}
			change(p, article+100, hourlyStart.Add(time.Duration(check)*time.Hour))
			item := newItem(p.guid, p.link, p.title, p.at)
			articles[item.Identity] = article
			items = append(items, item)
		}
		for _, item := range p.check(items).items {
			newItems[articles[item.Identity]]++
		}
		isStorm = isStorm || p.stored.Health == health.Suspect
	}
	for article := 1 - size; article < hours; article++ {
		switch n := newItems[article]; {
		case n > 1:
			repeated++
		case n == 0:
			missing++
		}
	}
	return repeated, missing, isStorm
}

func TestMovedFeeds(t *testing.T) {
	t.Parallel()
	for name, c := range movedFeeds {
		repeated, missing, isStorm := playHourly(c.edit, cmp.Or(c.size, 20), 1)
		if repeated > 0 || isStorm != c.isHeld || !isStorm && missing > 0 {
			t.Errorf("%s: %d articles are new again, %d missing, storm %t", name, repeated, missing, isStorm)
		}
		if repeated, _, _ = playHourly(c.edit, cmp.Or(c.size, 20), 5); repeated > 0 {
			t.Errorf("%s, rare checks: %d articles are new again", name, repeated)
		}
	}
}

func TestRepeatedTitles(t *testing.T) {
	t.Parallel()
	for name, c := range repeatedTitles {
		for _, every := range []int{1, 5} {
			repeated, missing, isStorm := playHourly(c.edit, c.size, every)
			if repeated > 0 || isStorm || missing > 0 && c.size >= every {
				t.Errorf("%s every %d: %d are new again, %d missing, storm %t", name, every, repeated, missing, isStorm)
			}
		}
	}
	// A few articles with new ids and dates are published again, and are new again.
	if repeated, missing, isStorm := playHourly(each(5, republish), 20, 1); repeated < 3 || missing > 0 || isStorm {
		t.Errorf("republished articles: %d are new again, %d missing, storm %t", repeated, missing, isStorm)
	}
}

// republish gives an article another id and link and the present time once a day.
func republish(p *post, article int, now time.Time) {
	if now.Sub(*p.at) < 5*time.Hour {
		return
	}
	p.guid, p.link = fmt.Sprint(p.guid, "-2"), fmt.Sprintf("%s2", p.link)
	p.at = new(p.at.Add(5 * time.Hour))
}
