// Package papers has newspapers that change over time: hand-overs to another outlet, and changes after
// which a paper is still the same. Each document follows from a seed.
package papers

import (
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// Paper is a newspaper with a feed.
type Paper struct {
	Name, Description string
	Language          string // of the articles
	Declared          string // language; that of the articles if it is empty
	Host              string // of the links
	Generator         string
	Path              string // of an article; "%d" is its number, "%y" the year, "%s" its title
	Authors           []string
	Categories        []string
	Places            []string
	Certificate       []string // other domains for which its certificate is valid; empty if there are none
	IsParked          bool     // its articles are advertisements of a domain that is for sale

	theme     theme
	extra     theme   // of a share of the articles
	extraRate float64 // of extra
	seed      uint64
	style     uint64 // selects the phrases of the newsroom
}

// Article is an article of a paper.
type Article struct {
	Title, Link, ID, Author, Category string
	At                                time.Time
}

var (
	syllables = []string{"nor", "wal", "ber", "lin", "mar", "stein", "ova", "hal", "ket", "dor", "vin", "sel", "tor", "gra",
		"lun", "pet", "rin", "mo", "fal", "ken", "sa", "tul", "bri", "ged"}
	kanji    = []string{"山", "川", "田", "村", "松", "石", "森", "原", "野", "島", "高", "西", "東", "南", "北", "中", "小", "大"}
	sections = map[string][]string{
		"en": {"Local", "Sport", "Culture", "Business", "Opinion"}, "de": {"Lokales", "Sport", "Kultur", "Wirtschaft"},
		"fr": {"Région", "Sports", "Culture", "Économie"}, "es": {"Local", "Deportes", "Cultura", "Economía"},
		"ru": {"Город", "Спорт", "Культура", "Экономика"}, "id": {"Daerah", "Olahraga", "Budaya", "Ekonomi"},
		"ja": {"地域", "スポーツ", "文化", "経済"},
	}
	titles = map[string][]string{
		"en": {"Gazette", "Courier", "Herald", "Observer", "Chronicle", "Echo"}, "de": {"Zeitung", "Anzeiger", "Bote", "Kurier"},
		"fr": {"La Voix de", "L'Écho de", "Le Journal de"}, "es": {"El Diario de", "La Voz de", "El Correo de"},
		"ru": {"Вестник", "Вечерний", "Новости"}, "id": {"Kabar", "Suara", "Harian"}, "ja": {"新聞", "日報", "タイムス"},
	}
	generators = []string{"https://wordpress.org/?v=6.4", "Drupal 10", "", "Joomla! - Open Source", "Escenic 7", "TYPO3 CMS",
		"Ghost 5.2", "Hugo -- gohugo.io"}
	paths = []string{"/%y/11/%s", "/news/%d", "/articles/%d/%s", "/local/%s-%d.html", "/story?id=%d", "/%s/"}
)

// Languages returns the languages of the papers.
func Languages() []string {
	list := []string{}
	for language := range texts {
		list = append(list, language)
	}
	slices.Sort(list)
	return list
}

// New returns a paper in a language.
func New(r *rand.Rand, language string) Paper {
	p := Paper{Language: language, theme: news, seed: r.Uint64(), style: r.Uint64(), Generator: pick(r, generators),
		Path: pick(r, paths)}
	for range 12 {
		p.Places = append(p.Places, word(r, language))
	}
	for range 3 + r.IntN(6) {
		p.Authors = append(p.Authors, word(r, language)+" "+word(r, language))
	}
	if r.IntN(4) == 0 { // many feeds name no authors
		p.Authors = nil
	}
	p.Categories = slices.Clone(sections[language])
	if r.IntN(4) == 0 {
		p.Categories = nil
	}
	p.Name = nameOf(r, language, p.Places[0])
	p.Description = headline(r, p)
	p.Host = strings.ToLower(latin(r)) + latin(r) + ".test"
	if p.style%2 == 0 { // those of the publisher
		p.Certificate = []string{fmt.Sprintf("publisher%d.test", p.style%1_000_000)}
	}
	return p
}

// nameOf returns the name of a paper.
func nameOf(r *rand.Rand, language, place string) string {
	title := pick(r, titles[language])
	switch language {
	case "fr", "es", "id":
		return title + " " + place
	case "ja":
		return place + title
	}
	return place + " " + title
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func latin(r *rand.Rand) string { return pick(r, syllables) + pick(r, syllables) }

// word returns an invented name.
func word(r *rand.Rand, language string) string {
	if language == "ja" {
		return pick(r, kanji) + pick(r, kanji)
	}
	name := latin(r) + pick(r, syllables)
	if language == "ru" {
		name = cyrillic.Replace(name)
	}
	runes := []rune(name)
	return strings.ToUpper(string(runes[0])) + string(runes[1:])
}

var cyrillic = strings.NewReplacer("a", "а", "b", "б", "d", "д", "e", "е", "f", "ф", "g", "г", "h", "х", "i", "и", "k", "к",
	"l", "л", "m", "м", "n", "н", "o", "о", "p", "п", "r", "р", "s", "с", "t", "т", "u", "у", "v", "в", "w", "в")

// Article returns the article with a number. Articles appear every hour.
func (p Paper) Article(number int, start time.Time) Article {
	r := rand.New(rand.NewPCG(p.seed, uint64(number)))
	a := Article{At: start.Add(time.Duration(number) * time.Hour), Title: headline(r, p)}
	slug := fmt.Sprintf("%s-%d", slugOf(a.Title), number)
	id := fmt.Sprint(p.seed%1_000_000 + uint64(number)) // other articles have other numbers
	path := strings.NewReplacer("%d", id, "%y", a.At.Format("2006"), "%s", slug).Replace(p.Path)
	a.Link, a.ID = "https://"+p.Host+path, "https://"+p.Host+"/?p="+id
	if p.IsParked {
		a.Link = "https://domains.example/buy/" + p.Host + "?offer=" + fmt.Sprint(number)
	}
	if len(p.Authors) > 0 {
		a.Author = pick(r, p.Authors)
	}
	if len(p.Categories) > 0 {
		a.Category = pick(r, p.Categories)
	}
	return a
}

// headline returns a title.
func headline(r *rand.Rand, p Paper) string {
	kind := p.theme
	if r.Float64() < p.extraRate {
		kind = p.extra
	}
	list := texts[p.Language][kind]
	title := pick(r, p.some(list.beginnings)) + " " + pick(r, p.some(list.ends))
	person := pick(r, p.Places)
	if len(p.Authors) > 0 {
		person = pick(r, p.Authors)
	}
	return strings.NewReplacer("#", pick(r, p.Places), "@", person).Replace(title)
}

// some returns two thirds of a list, those that the newsroom uses.
func (p Paper) some(list []string) []string {
	list = slices.Clone(list)
	rand.New(rand.NewPCG(p.style, 0)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:max(3, 2*len(list)/3)]
}

func slugOf(title string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(title)), "-")
}

// Feed returns an RSS document with articles, the newest first.
func (p Paper) Feed(articles []Article) []byte {
	var b strings.Builder
	language := p.Declared
	if language == "" {
		language = p.Language
	}
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>`)
	element(&b, "title", p.Name)
	element(&b, "link", "https://"+p.Host+"/")
	element(&b, "description", p.Description)
	element(&b, "language", language)
	element(&b, "generator", p.Generator)
	for _, a := range articles {
		b.WriteString("<item>")
		element(&b, "title", a.Title)
		element(&b, "link", a.Link)
		element(&b, "guid", a.ID)
		element(&b, "pubDate", a.At.UTC().Format(time.RFC1123Z))
		element(&b, "dc:creator", a.Author)
		element(&b, "category", a.Category)
		b.WriteString("</item>")
	}
	b.WriteString("</channel></rss>")
	return []byte(b.String())
}

func element(b *strings.Builder, name, text string) {
	if text != "" {
		b.WriteString("<" + name + ">")
		_ = xml.EscapeText(b, []byte(text)) // a Builder returns no error
		b.WriteString("</" + name + ">")
	}
}

// Articles returns the articles from newest down, at most count.
func (p Paper) Articles(newest, count int, start time.Time) []Article {
	var list []Article
	for n := newest; n > newest-count; n-- {
		list = append(list, p.Article(n, start))
	}
	return list
}
