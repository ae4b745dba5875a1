package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// Texts and dates of articles after a move of the site.
func suffixed(_ *exchange, a article) string { return a.title() + " | The Gazette" }
func inSection(_ *exchange, a article) string {
	return sections[a.number%len(sections)] + ": " + a.title()
}
func upperCase(_ *exchange, a article) string { return strings.ToUpper(a.title()) }
func quoted(_ *exchange, a article) string {
	return fmt.Sprintf("The mayor's \"plan\" - %s", a.title())
}
func curly(_ *exchange, a article) string {
	return fmt.Sprintf("The mayor’s “plan” – %s", a.title())
}

var sections = []string{"Politics", "Sport", "Culture", "Business", "Weather", "Science"}

// linkTo returns the link of an article, whose number replaces %d.
func linkTo(path string) text {
	return func(_ *exchange, a article) string { return a.base + fmt.Sprintf(path, a.number) }
}

// dateOfMove is the date of older articles after a move on the third day.
func dateOfMove(x *exchange, a article) string {
	at := a.at
	if move := x.site.start.Add(2 * day); at.Before(move) {
		at = move
	}
	return at.Format(time.RFC1123Z)
}

func shiftedBy(d time.Duration) text {
	return func(_ *exchange, a article) string { return a.at.Add(d).Format(time.RFC1123Z) }
}

// revised returns a text that changes every three hours.
func revised(of func(article) string) text {
	return func(x *exchange, a article) string {
		return fmt.Sprintf("%s?rev=%d", of(a), int(x.at.Sub(a.at)/(3*hour)))
	}
}

// half returns a text that half of the articles have. The others have another one.
func half(of, others text) text {
	return func(x *exchange, a article) string {
		if a.number%2 == 0 {
			return of(x, a)
		}
		return others(x, a)
	}
}

// later returns the text of articles from seven hours on, and another one for newer articles.
func later(of, newer text) text {
	return func(x *exchange, a article) string {
		if x.at.Sub(a.at) > 7*hour {
			return of(x, a)
		}
		return newer(x, a)
	}
}

func usualID(_ *exchange, a article) string   { return a.guid() }
func usualLink(_ *exchange, a article) string { return a.link() }

// movedTo returns the script of a feed that has other ids, links and other values after two days.
func movedTo(before, after news) script {
	if after.id == nil {
		after.id = newScheme
	}
	if after.link == nil {
		after.link = newPath
	}
	return renamedAfter(before, after)
}

var moves = []*behaviour{
	{name: "ids and links change every three hours", feed: always(news{id: revised(article.guid),
		link: revised(article.link)}.answer()), want: storedOnce},
	{name: "ids and links change every three hours, without dates", feed: always(news{id: revised(article.guid),
		link: revised(article.link), date: no}.answer()), want: storedOnce},
	{name: "ids and links change every three hours, dates without times", feed: always(news{id: revised(article.guid),
		link: revised(article.link), date: dateOnly}.answer()), want: storedOnce},
	{name: "moved, dates of the move", feed: movedTo(news{}, news{date: dateOfMove}), want: storedOnce},
	{name: "moved, three items, dates of the move", feed: movedTo(news{size: 3}, news{size: 3, date: dateOfMove}),
		want: storedOnce},
	{name: "moved, dates 7 hours earlier", feed: movedTo(news{}, news{date: shiftedBy(-7 * hour)}), want: storedOnce},
	{name: "moved, dates 9 hours later", feed: movedTo(news{}, news{date: shiftedBy(9 * hour)}), want: storedOnce},
	{name: "moved, dates an hour later", feed: movedTo(news{}, news{date: shiftedBy(hour)}), want: storedOnce},
	{name: "moved, dates are removed", feed: movedTo(news{}, news{date: no}), want: storedOnce},
	{name: "moved, name of the site after titles", feed: movedTo(news{}, news{title: suffixed}), want: storedOnce},
	{name: "moved, section before titles", feed: movedTo(news{}, news{title: inSection}), want: storedOnce},
	{name: "moved, titles in upper case", feed: movedTo(news{}, news{title: upperCase}), want: storedOnce},
	{name: "moved, other quotes and dashes", feed: movedTo(news{title: quoted}, news{title: curly}), want: storedOnce},
	{name: "half of the articles move", feed: movedTo(news{}, news{id: half(newScheme, usualID),
		link: half(newPath, usualLink)}), want: storedOnce},
	{name: "half of the articles move, dates of the move", feed: movedTo(news{}, news{id: half(newScheme, usualID),
		link: half(newPath, usualLink), date: half(dateOfMove, shiftedBy(0))}), want: storedOnce},
	{name: "moves and is down for two days", feed: script{from(0, news{size: 80}.answer()), from(day, status(503)),
		from(3*day, news{size: 80, id: newScheme, link: newPath, title: suffixed, date: dateOfMove}.answer())},
		want: want{states: "ok degraded failing suspect", cause: "identity_storm", held: true, missing: anything}},
	{name: "moves on each of three days", feed: script{from(0, news{}.answer()), from(day,
		news{id: newScheme, link: newPath}.answer()), from(2*day, news{title: suffixed, link: linkTo("/x/story-%d"),
		id: no}.answer()), from(3*day, news{title: inSection, link: linkTo("/y/%d/story"), id: no,
		date: shiftedBy(-3 * hour)}.answer())},
		want: want{states: "ok suspect", cause: "identity_storm", held: true, missing: anything}},
	{name: "articles get other ids and links after seven hours", feed: always(news{id: later(newScheme, usualID),
		link: later(newPath, usualLink)}.answer()), want: want{states: "ok suspect?", cause: anyCause, mayHold: true,
		missing: anything}},
	{name: "ids become tags", feed: renamedAfter(news{id: usualLink}, news{}), want: storedOnce},
	{name: "language before the path, without ids", feed: renamedAfter(news{id: no},
		news{id: no, link: linkTo("/en/articles/story-%d")}), want: storedOnce},
	{name: "versions for phones, without ids", feed: renamedAfter(news{id: no},
		news{id: no, link: linkTo("/articles/story-%d/amp")}), want: storedOnce},
	{name: "another edition", feed: renamedAfter(news{id: no, link: linkTo("/us/story-%d")},
		news{id: no, link: linkTo("/uk/story-%d")}), want: storedOnce},
	{name: "tracking segment in the path, without ids", feed: always(news{id: no, link: func(x *exchange,
		a article) string {
		return fmt.Sprintf("%s/r/%.8s/story-%d", a.base, random(x, a), a.number)
	}}.answer()), want: want{states: "ok suspect?", cause: anyCause, mayHold: true, missing: beforeOrLater}},
	{name: "links change to query links, Atom without ids", kind: feed.Atom, feed: renamedAfter(news{kind: "atom", id: no},
		news{kind: "atom", id: no, link: linkTo("/?p=3%d")}), want: storedOnce},
	{name: "moved, JSON Feed", kind: feed.JSONFeed, feed: movedTo(news{kind: "json"}, news{kind: "json",
		title: suffixed}), want: storedOnce},
	{name: "moved, page list", kind: feed.HTMLList, feed: renamedAfter(news{kind: "page"},
		news{kind: "page", link: linkTo("/news/%d.html"), date: dateOfMove}), want: storedOnce},
	{name: "moved, page list without dates", kind: feed.HTMLList, feed: renamedAfter(news{kind: "page", date: no},
		news{kind: "page", date: no, link: linkTo("/news/%d.html"), title: suffixed}), want: storedOnce},
	{name: "moved, news sitemap", kind: feed.NewsSitemap, feed: renamedAfter(news{kind: "news_sitemap"},
		news{kind: "news_sitemap", link: linkTo("/news/%d.html"), date: shiftedBy(-7 * hour)}), want: storedOnce},
	{name: "moved, sitemap without titles", kind: feed.Sitemap, feed: renamedAfter(news{kind: "sitemap"},
		news{kind: "sitemap", link: linkTo("/news/story-%d.html")}), want: storedOnce},
	{name: "moved, sitemap without titles, dates of the move", kind: feed.Sitemap, feed: renamedAfter(
		news{kind: "sitemap"}, news{kind: "sitemap", link: linkTo("/news/story-%d.html"), date: func(x *exchange,
			a article) string {
			at, _ := time.Parse(time.RFC1123Z, dateOfMove(x, a))
			return at.Format(time.RFC3339)
		}}), want: storedOnce},
	{name: "moved, sitemap without titles and dates", kind: feed.Sitemap, feed: renamedAfter(
		news{kind: "sitemap", date: no}, news{kind: "sitemap", date: no, link: linkTo("/news/story-%d.html")}),
		want: storedOnce},
}
