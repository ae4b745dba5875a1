package feeddate

import (
	"errors"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// isZoneSign reports whether a sign begins a zone: after a time or "GMT", or directly after a
// complete date such as "2024-01-31+01:00".
func (r *reader) isZoneSign() bool {
	if r.pos+1 >= len(r.text) || !ascii.IsDigit(r.text[r.pos+1]) {
		return false
	}
	switch r.last {
	case seenTime, seenZone:
		return true
	case seenNumber:
		return r.yearFirst && r.n == 2 && !r.timed
	}
	return false
}

// numericZone parses "+01:00", "+0100", "+01", "+1" and "-03:30".
func (r *reader) numericZone(sign byte) {
	r.pos++
	begin := r.pos
	for r.pos < len(r.text) && ascii.IsDigit(r.text[r.pos]) && r.pos-begin < 4 {
		r.pos++
	}
	digits := r.text[begin:r.pos]
	var hours, minutes int
	switch len(digits) {
	case 3: // "+100"
		hours, minutes = int(digits[0]-'0'), decimal(digits[1:])
	case 4:
		hours, minutes = decimal(digits[:2]), decimal(digits[2:])
	default:
		hours = decimal(digits)
		if r.pos+2 < len(r.text) && r.text[r.pos] == ':' && ascii.IsDigit(r.text[r.pos+1]) {
			r.pos++
			minutes = r.twoDigits()
		}
	}
	r.last, r.zoned = seenZone, true
	r.offset = (hours*60 + minutes) * 60
	if sign == '-' {
		r.offset = -r.offset
	}
	const widest = 26 * 3600 // larger offsets are errors and count as UTC
	if r.offset > widest || r.offset < -widest {
		r.offset = 0
	}
}

// decimal returns the value of decimal digits.
func decimal(digits []byte) (value int) {
	for _, c := range digits {
		value = value*10 + int(c-'0')
	}
	return value
}

// namedZone parses "GMT", "CEST" or "Europe/Berlin", and reports whether the word is a zone. An
// offset may follow "GMT".
func (r *reader) namedZone(begin int) bool {
	if r.pos < len(r.text) && r.text[r.pos] == '/' {
		for r.pos < len(r.text) && !ascii.IsSpace(r.text[r.pos]) && r.text[r.pos] != ')' {
			r.pos++
		}
		r.location = r.zones.load(string(r.text[begin:r.pos]))
		r.zoned = r.location != nil
		return r.zoned
	}
	word := r.text[begin:r.pos]
	if len(word) > 5 {
		return false
	}
	var upper [5]byte
	for i, c := range word {
		upper[i] = c &^ 0x20
	}
	name := upper[:len(word)]
	minutes, known := zonesOfLanguage(r.language)[string(name)]
	if !known {
		minutes, known = namedZones[string(name)]
	}
	if !known {
		return false
	}
	r.zoned, r.offset = true, minutes*60
	return true
}

// zoneCache caches the last zone that was loaded by name: all dates of a document name the same
// one.
type zoneCache struct {
	name     string
	location *time.Location
	lookups  int
}

// maxLookups limits the zones that are loaded for a document: each reads several files.
const maxLookups = 8

// load returns the zone with a name, or nil.
func (z *zoneCache) load(name string) *time.Location {
	if z.name != name {
		if z.lookups++; z.lookups > maxLookups {
			return nil
		}
		location, err := time.LoadLocation(name)
		if err != nil {
			location = nil
		}
		z.name, z.location = name, location
	}
	return z.location
}

// namedZones has the offsets of zone abbreviations, in minutes east of UTC. For abbreviations with
// several meanings it has that of RFC 822, or else the one with the largest population: CST is in
// America, IST in India, BST in London. languageZones has the exceptions.
var namedZones = map[string]int{
	"UT": 0, "GMT": 0, "UTC": 0, "Z": 0, "WET": 0, "WEST": 60,
	"EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
	"ET": -300, "CT": -360, "MT": -420, "PT": -480,
	"AST": -240, "ADT": -180, "NST": -210, "NDT": -150, "AKST": -540, "AKDT": -480, "HST": -600,
	"BST": 60, "CET": 60, "CEST": 120, "MET": 60, "MEST": 120, "MEZ": 60, "MESZ": 120, "EET": 120, "EEST": 180,
	"MSK": 180, "MSD": 240, "TRT": 180, "IDT": 180, "IST": 330, "PKT": 300, "NPT": 345, "ICT": 420, "WIB": 420,
	"HKT": 480, "SGT": 480, "PHT": 480, "MYT": 480, "AWST": 480, "JST": 540, "KST": 540,
	"ACST": 570, "ACDT": 630, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780,
	"BRT": -180, "BRST": -120, "ART": -180, "CLT": -240, "CLST": -180, "COT": -300, "PET": -300, "UYT": -180,
	"SAST": 120, "CAT": 120, "EAT": 180, "WAT": 60,
}

// languageZones has the abbreviations that mean something else in documents of a language or a
// region.
var languageZones = map[string]map[string]int{
	"zh": {"CST": 480}, "he": {"IST": 120}, "ga": {"IST": 60}, "bn": {"BST": 360}, "ar": {"AST": 180, "GST": 240},
	"fa":  {"IRST": 210},
	"fil": {"PST": 480}, "tl": {"PST": 480}, "ms": {"MST": 480}, "my": {"MST": 390}, "hy": {"AMT": 240},
	"pt":    {"AMT": -240},
	"en-IE": {"IST": 60}, "en-IL": {"IST": 120}, "en-BD": {"BST": 360}, "en-PH": {"PST": 480},
	"es-CU": {"CST": -300, "CDT": -240},
	"en-AU": {"EST": 600, "EDT": 660, "CST": 570, "CDT": 630, "WST": 480},
	"en-CN": {"CST": 480}, "en-TW": {"CST": 480},
}

// zonesOfLanguage returns the exceptions for a language with its region, or without.
func zonesOfLanguage(language string) map[string]int {
	if zones, known := languageZones[language]; known {
		return zones
	}
	base, _, _ := strings.Cut(language, "-")
	return languageZones[base]
}

var errNoZone = errors.New("there is no time zone of that name")

// LoadZone returns the time zone with an IANA name; the empty name is UTC. It refuses names that
// depend on the machine, such as "Local", and zones that count leap seconds.
func LoadZone(name string) (*time.Location, error) {
	if name == "" || name == "UTC" {
		return time.UTC, nil
	}
	area, _, hasArea := strings.Cut(name, "/")
	if !hasArea || area == "posix" || area == "right" {
		return nil, errNoZone
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, errNoZone
	}
	return zone, nil
}
