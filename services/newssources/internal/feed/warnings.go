package feed

import (
	"strconv"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/markup"
)

// Warning is a problem of a document. Detail is a text for users.
type Warning struct {
	Code   WarningCode
	Count  int
	Detail string
}

// WarningCode is a stable, machine-readable kind of warning.
type WarningCode string

type warning int

// The first warnings are the faults of the markup.
const (
	warnTypes warning = warning(markup.FaultCount) + iota
	warnNoItems
	warnEmptyItems
	warnItemsCapped
	warnSitemapsCapped
	warnNoDates
	warnBadDates
	warnLocalDates
	warnFutureDates
	warnNoLinks
	warnBadLinks
	warnLongLinks
	warnDuplicates
	warnSharedGUIDs
	warnSharedLinks
	warnComments
	warningCount
)

// warningTable has the codes and texts of the warnings, and whether they mean that the document has errors. The text for
// many has a # in place of the number.
var warningTable = [warningCount]struct {
	code      WarningCode
	recovered bool
	one, many string
}{
	markup.CutOff:         {"cut_off", true, "The document ends early; the part that arrived was read.", ""},
	markup.Malformed:      {"malformed", true, "The markup is broken in 1 place.", "The markup is broken in # places."},
	markup.BareAmpersand:  {"bare_ampersands", true, `1 "&" isn't written as "&amp;".`, `# "&" aren't written as "&amp;".`},
	markup.HTMLEntity:     {"html_entities", true, "1 reference is one of HTML, not of XML.", "# references are those of HTML, not of XML."},
	markup.UnknownEntity:  {"unknown_entities", true, "1 reference means nothing and was left as it is.", "# references mean nothing and were left as they are."},
	markup.BadCharacter:   {"bad_characters", true, "1 character isn't valid in the document's encoding.", "# characters aren't valid in the document's encoding."},
	markup.WrongCharset:   {"wrong_charset", true, "The document isn't in the encoding that it claims; it was read as what its bytes are.", ""},
	markup.NoCharset:      {"no_charset", true, "The document names no encoding that is known, and isn't UTF-8; it was read as Windows-1252. Set the encoding if its letters look wrong.", ""},
	markup.GuessedCharset: {"guessed_charset", true, "The document isn't UTF-8 and declares no encoding that fits; the encoding was guessed by its letters. Set the encoding if they look wrong.", ""},
	markup.LeadingGarbage: {"leading_garbage", true, "Something stands before the document's beginning.", ""},
	markup.IgnoredDTD:     {"dtd_ignored", false, "A document type declaration with declarations of its own was ignored.", ""},
	markup.TooDeep:        {"too_deep", true, "Elements are nested too deep; what is inside was skipped.", ""},
	warnTypes:             {"wrong_types", true, "1 value has another type than JSON Feed says.", "# values have other types than JSON Feed says."},
	warnNoItems:           {"no_items", false, "There are no items.", ""},
	warnEmptyItems:        {"empty_items", false, "1 item has neither title nor link nor id and was skipped.", "# items have neither title nor link nor id and were skipped."},
	warnItemsCapped:       {"items_capped", false, "1 item more than the limit was left out.", "# items more than the limit were left out; the newest were kept."},
	warnSitemapsCapped:    {"sitemaps_capped", false, "1 sitemap more than the limit was left out.", "# sitemaps more than the limit were left out; the newest were kept."},
	warnNoDates:           {"no_dates", false, "1 item has no date.", "# items have no date."},
	warnBadDates:          {"bad_dates", false, "1 date can't be understood.", "# dates can't be understood."},
	warnLocalDates:        {"local_dates", false, "1 date names no time zone; the default zone was used.", "# dates name no time zone; the default zone was used."},
	warnFutureDates:       {"future_dates", false, "1 date lies more than a day ahead and was set to a day from now.", "# dates lie more than a day ahead and were set to a day from now."},
	warnNoLinks:           {"no_links", false, "1 item has no link.", "# items have no link."},
	warnBadLinks:          {"bad_links", false, "1 link is no web address and was dropped.", "# links are no web addresses and were dropped."},
	warnLongLinks:         {"long_links", false, "1 link is longer than 2,048 characters and was dropped.", "# links are longer than 2,048 characters and were dropped."},
	warnDuplicates:        {"duplicates", false, "1 item is there more than once.", "# items are there more than once."},
	warnSharedGUIDs:       {"shared_guids", false, "1 item shares its id with another one; the link tells them apart. Choose the identity policy “Id and link” to keep them apart.", "# items share their ids with other ones; the links tell them apart. Choose the identity policy “Id and link” to keep them apart."},
	warnSharedLinks:       {"shared_links", false, "1 item shares its link with another one; the title tells them apart. Choose the identity policy “Link and title” to keep them apart.", "# items share their links with other ones; the titles tell them apart. Choose the identity policy “Link and title” to keep them apart."},
	warnComments:          {"comments", false, "These are comments on articles, not articles.", ""},
}

// warn counts n warnings.
func (p *parser) warn(w warning, n int) { p.counts[w] += n }

// warnings returns the warnings in the order of the table.
func (p *parser) warnings() (list []Warning, recovered bool) {
	for w, n := range p.counts {
		if n == 0 {
			continue
		}
		row := warningTable[w]
		recovered = recovered || row.recovered
		list = append(list, Warning{Code: row.code, Count: n, Detail: sentence(row.one, row.many, n)})
	}
	return list, recovered
}

func sentence(one, many string, n int) string {
	if n == 1 || many == "" {
		return one
	}
	return strings.Replace(many, "#", strconv.Itoa(n), 1)
}
