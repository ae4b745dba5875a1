// Package bench provides the generated data, the CPU meter and the report of the benchmarks of the
// register.
package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
)

// The generated register is deterministic. Its distribution is that of real lists: a few large and
// many small countries, a few frequent and many rare tags, and two endpoints per source on average.
const (
	seed     = 20261120
	tagCount = 400
)

var (
	words = strings.Fields(`Daily Morning Evening Herald Tribune Post Times Gazette Chronicle Courier Observer Sentinel Journal
		Mercury Star Sun Mirror Echo Argus Bulletin Dispatch Examiner Express Globe Independent Leader Ledger Mail Messenger Monitor
		Citizen Record Register Reporter Review Standard Telegraph Voice World Diario Noticias Jornal Gazeta Correio Tagblatt Zeitung
		Anzeiger Nachrichten Rundschau Kurier Le Monde Dépêche Écho Liberté Presse Corriere Giornale Gazzetta Новости Правда Газета
		Вести Известия Український Телеграф 新聞 日報 朝日 毎日 뉴스 신문 الأخبار الجريدة Ελευθερία Καθημερινή Dagbladet Aftenposten Helsingin
		Sanomat Politiken Wyborcza Rzeczpospolita Hürriyet Milliyet`)
	places = strings.Fields(`London Paris Berlin Madrid Roma Wien Praha Kraków Lisboa Porto Sevilla Valencia Lyon Nantes Hamburg München
		Köln Zürich Genève Oslo Bergen Malmö Helsinki Tallinn Riga Vilnius Київ Львів Москва Minsk Sofia Αθήνα İstanbul Ankara Cairo
		القاهرة Beirut Tehran Delhi Mumbai Chennai 東京 大阪 서울 北京 上海 Jakarta Manila Sydney Perth Auckland Lagos Accra Nairobi
		Johannesburg Cape-Town São-Paulo Rio Brasília Santiago Lima Bogotá Quito Caracas México Monterrey Houston Dallas Boston
		Seattle Denver Chicago Toronto Montréal Vancouver`)
	tlds      = strings.Fields("com com com org net de fr es it co.uk com.br ru ua jp in info news")
	countries = strings.Fields(`US US US US US US US US DE DE DE DE GB GB GB GB FR FR FR ES ES ES IT IT BR BR BR RU UA JP JP IN IN IN CA AU
		NL BE CH AT SE NO DK FI PL CZ PT GR TR MX AR CL CO ZA NG KE EG IL KR CN TW ID PH NZ`)
	languages = map[string]string{"US": "en", "GB": "en", "DE": "de", "FR": "fr", "ES": "es", "IT": "it", "BR": "pt-BR",
		"RU": "ru", "UA": "uk",
		"JP": "ja", "IN": "en", "MX": "es", "AR": "es", "CL": "es", "CO": "es", "PT": "pt", "AT": "de", "CH": "de",
		"NL": "nl", "PL": "pl"}
	allKinds  = strings.Fields("rss rss rss rss rss rss rss atom atom news_sitemap sitemap html_list json_feed rdf")
	sections  = strings.Fields("politics sport economy culture world local opinion science tech travel")
	mediaType = strings.Fields("newspaper newspaper newspaper online online online magazine blog radio tv agency")
)

// TagName returns the name of a generated tag. Lower numbers are more frequent.
func TagName(number int) string {
	if number < len(sections) {
		return sections[number]
	}
	return fmt.Sprintf("Tag %03d", number)
}

// Load fills an empty, migrated database with COPY, because creating sources with the register
// would take minutes. The statements after run in the same transaction.
func Load(ctx context.Context, url string, sources int, after ...string) error {
	conn, err := pgx.Connect(ctx, url) // without the time-outs of postgres.Open
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		return WithoutSearchIndexes(ctx, tx, func() error { return load(ctx, tx, newData(sources), after) })
	})
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "VACUUM (ANALYZE, FREEZE)") // autovacuum would have done this in production
	return err
}

func load(ctx context.Context, tx pgx.Tx, d *data, after []string) error {
	for _, table := range []struct {
		name    string
		columns []string
		rows    [][]any
	}{
		{"tags", []string{"id", "name", "name_key"}, d.tags},
		{"sources", []string{"id", "created_at", "updated_at", "name", "name_key", "search_text", "homepage_url",
			"canonical_domain", "lifecycle",
			"archived_from", "media_type", "country", "languages", "tier", "endpoint_count", "endpoint_kinds"}, d.sources},
		{"endpoints", []string{"id", "created_at", "updated_at", "source_id", "kind", "url_entered", "url", "url_key", "name",
			"live"}, d.endpoints},
		{"source_tags", []string{"source_id", "tag_id"}, d.links},
	} {
		if _, err := tx.CopyFrom(ctx, pgx.Identifier{table.name}, table.columns, pgx.CopyFromRows(table.rows)); err != nil {
			return fmt.Errorf("%s: %w", table.name, err)
		}
	}
	for _, sql := range after {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return fmt.Errorf("%.60s: %w", sql, err)
		}
	}
	return nil
}

type data struct{ tags, sources, endpoints, links [][]any }

func newData(sources int) *data {
	d := &data{}
	random := rand.New(rand.NewPCG(seed, seed))
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range tagCount {
		d.tags = append(d.tags, []any{newID(random, start), TagName(i), strings.ToLower(TagName(i))})
	}
	for i := range sources {
		d.add(random, i, start.Add(time.Duration(i)*15*time.Minute))
	}
	return d
}

func (d *data) add(random *rand.Rand, number int, created time.Time) {
	id := newID(random, created)
	name := pick(random, words) + " " + pick(random, words)
	if random.IntN(2) == 0 {
		name += " " + pick(random, places)
	}
	domain := fmt.Sprintf("%s%d.%s", ascii(name), number, pick(random, tlds))
	country, language := "", []string{}
	if random.IntN(10) > 0 {
		country = pick(random, countries)
		if code, ok := languages[country]; ok {
			language = append(language, code)
		}
	}
	lifecycle, archivedFrom := "active", ""
	switch n := random.IntN(100); {
	case n < 5:
		lifecycle = "paused"
	case n < 9:
		lifecycle = "draft"
	case n < 15:
		lifecycle, archivedFrom = "archived", "active"
	}
	live := lifecycle != "archived"
	keys, kinds := d.addEndpoints(random, id, domain, created, live)
	count := len(keys)
	if !live {
		count, kinds = 0, []string{}
	}
	d.sources = append(d.sources,
		[]any{id, created, created.Add(time.Duration(random.IntN(900*24)) * time.Hour), name, textkey.Fold(name),
			textkey.SearchText(append([]string{name, domain}, keys...)...), "https://" + domain + "/", domain, lifecycle,
			archivedFrom,
			pick(random, mediaType), country, language, 1 + random.IntN(5), count, kinds})
	seen := map[int]bool{}
	for range random.IntN(5) {
		// Lower numbers are more frequent.
		tag := int(float64(tagCount) * random.Float64() * random.Float64() * random.Float64())
		if !seen[tag] {
			seen[tag] = true
			d.links = append(d.links, []any{id, d.tags[tag][0]})
		}
	}
}

func (d *data) addEndpoints(random *rand.Rand, source uuid.UUID, domain string, created time.Time, live bool) (keys,
	kinds []string) {
	count := 1 + random.IntN(3)
	switch n := random.IntN(100); {
	case n < 1:
		count = 20
	case n < 9:
		count = 0
	}
	kinds = []string{}
	for i := range count {
		key, kind := fmt.Sprintf("%s/%s/%d/feed.xml", domain, pick(random, sections), i), pick(random, allKinds)
		keys, kinds = append(keys, key), append(kinds, kind)
		d.endpoints = append(d.endpoints, []any{newID(random, created), created, created, source, kind, "https://www." + key,
			"https://www." + key, key, "", live})
	}
	slices.Sort(kinds)
	return keys, slices.Compact(kinds)
}

// newID returns a UUID v7 with the given time.
func newID(random *rand.Rand, at time.Time) (id uuid.UUID) {
	millis := at.UnixMilli()
	for i := range 6 {
		id[i] = byte(millis >> (40 - 8*i))
	}
	for i := 6; i < 16; i++ {
		id[i] = byte(random.Uint32())
	}
	id[6], id[8] = id[6]&0x0f|0x70, id[8]&0x3f|0x80
	return id
}

func pick(random *rand.Rand, from []string) string { return from[random.IntN(len(from))] }

func ascii(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}
