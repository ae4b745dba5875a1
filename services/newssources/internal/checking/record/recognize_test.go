package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// headlines are long enough to identify articles without a date.
var headlines = []string{"Parliament passes the budget after a long night", "Storm closes the harbour of the capital",
	"Teachers accept the offer of the ministry",
	"New tram line opens two years late", "Museum returns paintings to the heirs"}

// feedOf is a feed that changes from check to check. It returns the items of a check.
type feedOf func(check int, at time.Time) []feed.Item

// newItem returns an item as the parser identifies it: by its GUID, or else its link.
func newItem(guid, link, title string, published *time.Time) feed.Item {
	key := guid
	if key == "" {
		key = link
	}
	sum := sha256.Sum256([]byte(key))
	return feed.Item{Identity: hex.EncodeToString(sum[:16]), GUID: guid, URL: link, Title: title, Published: published}
}

// articles returns a feed of twenty articles, one of which is new at each check. change gets the
// number of the article and of the check.
func articles(change func(article, check int) (guid, link, title string), hasDates bool) feedOf {
	return func(check int, at time.Time) (items []feed.Item) {
		for article := check + 20; article > check; article-- {
			guid, link, title := change(article, check)
			var published *time.Time
			if hasDates {
				published = new(time.Date(2026, 3, 10, 12, 7*article, 0, 0, time.UTC))
			}
			items = append(items, newItem(guid, link, title, published))
		}
		return items
	}
}

func headline(article int) string {
	return headlines[article%len(headlines)] + " " + string(rune('a'+article%26)) + string(rune('a'+article/26))
}

// TestRecognizedArticles plays feeds whose identities change, and feeds that only look so.
func TestRecognizedArticles(t *testing.T) {
	t.Parallel()
	link := func(article int) string { return fmt.Sprintf("https://a.example/%d", article) }
	once := func(check int) int { return check / 4 } // changes at the fifth check
	repeated := []string{"Weather", "Traffic", "Daily briefing: all the news that you need to know", "Stock market",
		"Sports"}
	for name, c := range map[string]struct {
		feed  feedOf
		storm bool
	}{
		"stable": {articles(func(n, _ int) (string, string, string) { return "", link(n), headline(n) }, true), false},
		"ids and links change once": {articles(func(n, check int) (string, string, string) {
			return fmt.Sprint(once(check), "/", n), fmt.Sprintf("https://a.example/%d/%d", once(check), n), headline(n)
		}, true), true},
		"the same without dates": {articles(func(n, check int) (string, string, string) {
			return fmt.Sprint(once(check), "/", n), fmt.Sprintf("https://a.example/%d/%d", once(check), n), headline(n)
		}, false), true},
		"random ids": {articles(func(n, check int) (string, string, string) {
			return fmt.Sprint("uuid", check, n), link(n),
				headline(n)
		}, true), true},
		"no ids, links with a session": {articles(func(n, check int) (string, string, string) {
			return "", fmt.Sprintf("%s?s=%d", link(n), check), headline(n)
		}, true), true},
		"the same, no dates": {articles(func(n, check int) (string, string, string) {
			return "", fmt.Sprintf("%s?s=%d", link(n), check), headline(n)
		}, false), true},
		"rotating hosts": {articles(func(n, check int) (string, string, string) {
			return "", fmt.Sprintf("https://cdn%d.example/%d", check, n), headline(n)
		}, true), true},
		"counters and labels in titles": {articles(func(n, check int) (string, string, string) {
			return fmt.Sprint(check, "-", n), fmt.Sprintf("%s?%d", link(n), check),
				[]string{"LIVE: ", "", "Update | "}[check%3] + headline(n) + fmt.Sprintf(" (%d comments)", check)
		}, true), true},
		"random ids, no links": {articles(func(n, check int) (string, string, string) {
			return fmt.Sprint("uuid", check, n),
				"", headline(n)
		}, true), true},
		"random ids, date of the feed": {func(check int, at time.Time) (items []feed.Item) {
			for n := range 5 {
				items = append(items, newItem(fmt.Sprint("uuid", check, n), fmt.Sprintf("https://a.example/%d/%d", check, n),
					headlines[n], &at))
			}
			return items
		}, true},
		"wire ticker, all new": {func(check int, at time.Time) (items []feed.Item) {
			for n := range 20 {
				article := 20*check + n
				items = append(items, newItem(fmt.Sprint(article), link(article), headline(article)+fmt.Sprint(article),
					new(at.Add(-time.Duration(n)*time.Minute))))
			}
			return items
		}, false},
		"wire ticker with one link": {func(check int, at time.Time) (items []feed.Item) {
			for n := range 20 {
				items = append(items, newItem(fmt.Sprint(20*check+n), "https://a.example/wire", headline(20*check+n),
					new(at.Add(-time.Duration(n)*time.Minute))))
			}
			return items
		}, false},
		"repeated titles, all new": {func(check int, at time.Time) (items []feed.Item) {
			for n, title := range repeated {
				items = append(items, newItem("", link(5*check+n), title, new(at.Add(-time.Duration(10*n)*time.Minute))))
			}
			return items
		}, false},
		"repeated titles, no dates": {func(check int, _ time.Time) (items []feed.Item) {
			for n := range repeated {
				items = append(items, newItem("", link(5*check+n),
					[]string{"Weather", "Traffic", "Briefing", "Markets", "Sports"}[n], nil))
			}
			return items
		}, false},
		"one of three is renamed": {articles(func(n, check int) (string, string, string) {
			if n%3 == 0 {
				return fmt.Sprint(check, "/", n), link(n), headline(n)
			}
			return "", link(n), headline(n)
		}, true), false},
	} {
		p := newPlayer(time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC))
		newItems := 0
		for check := range 8 {
			v := p.check(c.feed(check, p.at))
			newItems += len(v.items)
		}
		isSuspect := p.stored.Health == health.Suspect && p.stored.HealthCause == health.IdentityStorm
		if isSuspect != c.storm {
			t.Errorf("%s: %s %s", name, p.stored.Health, p.stored.HealthCause)
		}
		if c.storm && (newItems > 27 || p.stored.Held == nil || len(p.stored.Held.Items) > 40) {
			t.Errorf("%s: %d new items, %d held", name, newItems, len(p.stored.Held.Items))
		}
	}
}

// TestEditedArticlesAreNotNew plays feeds of which a few articles get other ids, while their links,
// titles and dates stay.
func TestEditedArticlesAreNotNew(t *testing.T) {
	t.Parallel()
	for name, id := range map[string]func(article, check int) string{
		"once": func(n, check int) string { return fmt.Sprint(n, n%5 == 0 && check > n-15) },
		"at each check": func(n, check int) string {
			if n%3 == 0 {
				return fmt.Sprint(n, "/", check)
			}
			return fmt.Sprint(n)
		},
	} {
		play := articles(func(n, check int) (string, string, string) {
			return id(n, check), fmt.Sprintf("https://a.example/%d", n), headline(n)
		}, true)
		p, newItems := newPlayer(time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)), 0
		for check := range 8 {
			newItems += len(p.check(play(check, p.at)).items)
		}
		if newItems != 27 || p.stored.Health != health.OK {
			t.Errorf("%s: %d of 27 articles are new, %s", name, newItems, p.stored.Health)
		}
	}
}

// TestTitlesOfAnEarlierVersion checks that known items without titles, or with other ones, get
// titles with the next document.
func TestTitlesOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	p := newPlayer(time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC))
	document := func(prefix string) (items []feed.Item) {
		for n, title := range headlines {
			items = append(items, newItem("", fmt.Sprintf("https://a.example/%s%d", prefix, n), title, nil))
		}
		return items
	}
	p.check(document(""))
	p.stored.Titles = nil
	if v := p.check(document("")); !v.hasNewKnown || len(v.items) != 0 || !v.known.HasKeys() {
		t.Errorf("the titles are not stored: %+v", v.known)
	}
	if v := p.check(document("x")); v.state.Health != health.Suspect || len(v.items) != 0 {
		t.Errorf("%s, %d new items", v.state.Health, len(v.items))
	}
}
