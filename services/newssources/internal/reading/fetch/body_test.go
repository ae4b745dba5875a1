package fetch

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// pack compresses with one content coding.
func pack(coding, text string) string {
	var out bytes.Buffer
	var to io.WriteCloser
	switch coding {
	case "gzip":
		to = gzip.NewWriter(&out)
	case "br":
		to = brotli.NewWriter(&out)
	case "zlib":
		to = zlib.NewWriter(&out)
	case "flate":
		to, _ = flate.NewWriter(&out, flate.DefaultCompression)
	}
	io.WriteString(to, text)
	to.Close()
	return out.String()
}

const feed = "<?xml version=\"1.0\"?><rss><channel><title>News</title></channel></rss>"

func TestDecompression(t *testing.T) {
	t.Parallel()
	gz, br := pack("gzip", feed), pack("br", feed)
	tests := map[string]struct {
		header, sent string
		coding, body string
		err          error
	}{
		"plain":                       {"", feed, "", feed, nil},
		"identity":                    {"identity", feed, "", feed, nil},
		"empty":                       {"", "", "", "", nil},
		"empty gzip":                  {"gzip", "", "", "", nil},
		"empty br":                    {"br", "", "", "", nil},
		"empty unknown":               {"zstd", "", "", "", nil},
		"one byte":                    {"gzip", "x", "", "x", nil},
		"gzip":                        {"gzip", gz, "gzip", feed, nil},
		"x-gzip":                      {" X-GZip ", gz, "gzip", feed, nil},
		"br":                          {"br", br, "br", feed, nil},
		"deflate":                     {"deflate", pack("zlib", feed), "deflate", feed, nil},
		"deflate without envelope":    {"deflate", pack("flate", feed), "deflate", feed, nil},
		"gzip unannounced":            {"", gz, "gzip", feed, nil},
		"gzip unannounced, identity":  {"identity", gz, "gzip", feed, nil},
		"gzip as deflate":             {"deflate", gz, "gzip", feed, nil},
		"gzip as br":                  {"br", gz, "gzip", feed, nil},
		"gzip announced but plain":    {"gzip", feed, "", feed, nil},
		"gzip announced, JSON":        {"gzip", `{"version":1}`, "", `{"version":1}`, nil},
		"br announced but plain":      {"br", "\ufeff \n" + feed, "", "\ufeff \n" + feed, nil},
		"deflate announced but plain": {"deflate", "<RSS/>", "", "<RSS/>", nil},
		"unknown coding name":         {"utf-8", feed, "", feed, nil},
		"gzip twice, announced":       {"gzip, gzip", pack("gzip", gz), "gzip, gzip", feed, nil},
		"gzip twice, announced once":  {"gzip", pack("gzip", gz), "gzip, gzip", feed, nil},
		"br around gzip":              {"gzip, br", pack("br", gz), "br, gzip", feed, nil},
		"gzip in members":             {"gzip", gz + pack("gzip", "!"), "gzip", feed + "!", nil},
		"garbage after gzip":          {"gzip", gz + "<!-- 0.1 s -->", "gzip", feed, nil},
		"zeros after gzip":            {"gzip", gz + strings.Repeat("\x00", 20), "gzip", feed, nil},
		"unknown":                     {"zstd", "\x28\xb5\x2f\xfd", "", "", errEncoding},
		"too many":                    {"gzip,gzip,gzip,gzip", gz, "", "", errEncoding},
		"gzip with a broken header": {"gzip", "\x1f\x8b\x08\xff" + strings.Repeat("\xff", 20), "gzip", "",
			io.ErrUnexpectedEOF},
		"gzip with a broken sum": {"gzip", gz[:len(gz)-5] + "\xff" + gz[len(gz)-4:], "gzip", feed, errEncoding},
		"gzip broken":            {"gzip", gz[:15] + "\xff\xff\xff\xff" + gz[19:], "gzip", "", errEncoding},
		"gzip cut off":           {"gzip", gz[:len(gz)/2], "gzip", "", io.ErrUnexpectedEOF},
		"gzip header cut off":    {"gzip", gz[:5], "gzip", "", io.ErrUnexpectedEOF},
		"br broken":              {"br", "\xff" + br, "br", "", errEncoding},
		"br cut off":             {"br", br[:len(br)/2], "br", "", io.ErrUnexpectedEOF},
		"deflate broken":         {"deflate", "\xff\xff\xff\xff", "deflate", "", errEncoding},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := readBody(strings.NewReader(test.sent), test.header, 1<<20, defaultMaxRatio, bodyMemory{})
			if !errors.Is(b.err, test.err) || (b.err != nil) != (test.err != nil) || b.coding != test.coding {
				t.Errorf("error %v, coding %q; want %v, %q", b.err, b.coding, test.err, test.coding)
			}
			if test.err == nil && (string(b.data) != test.body || b.wire != int64(len(test.sent))) {
				t.Errorf("body %q of %d bytes sent, want %q of %d", b.data, b.wire, test.body, len(test.sent))
			}
		})
	}
}

func TestBodyLimits(t *testing.T) {
	t.Parallel()
	zeros := func(n int) string { return strings.Repeat("\x00", n) }
	const mib = 1 << 20
	tests := map[string]struct {
		header, sent string
		maxBytes     int64
		size         int
		err          error
	}{
		"one less":                 {"", zeros(99), 100, 99, nil},
		"exactly":                  {"", zeros(100), 100, 100, nil},
		"one more":                 {"", zeros(101), 100, 100, errTooLarge},
		"many more":                {"", zeros(mib), 100, 100, errTooLarge},
		"exactly, packed":          {"gzip", pack("gzip", zeros(100)), 100, 100, nil},
		"one more, packed":         {"gzip", pack("gzip", zeros(101)), 100, 100, errTooLarge},
		"exactly, packed with br":  {"br", pack("br", zeros(100)), 100, 100, nil},
		"one more, packed with br": {"br", pack("br", zeros(101)), 100, 100, errTooLarge},
		"small and dense":          {"gzip", pack("gzip", zeros(mib)), 15 * mib, mib, nil},
		"gzip bomb":                {"gzip", pack("gzip", zeros(4*mib)), 15 * mib, -1, errRatio},
		"gzip bomb in gzip":        {"gzip", pack("gzip", pack("gzip", zeros(4*mib))), 15 * mib, -1, errRatio},
		"br bomb":                  {"br", pack("br", zeros(4*mib)), 15 * mib, -1, errRatio},
		"deflate bomb":             {"deflate", pack("zlib", zeros(4*mib)), 15 * mib, -1, errRatio},
		"undeclared gzip bomb":     {"", pack("gzip", zeros(4*mib)), 15 * mib, -1, errRatio},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := readBody(strings.NewReader(test.sent), test.header, test.maxBytes, defaultMaxRatio, bodyMemory{})
			if !errors.Is(b.err, test.err) {
				t.Errorf("error %v, want %v", b.err, test.err)
			}
			if test.size >= 0 && len(b.data) != test.size {
				t.Errorf("%d bytes, want %d", len(b.data), test.size)
			}
			if test.size < 0 && len(b.data) > 2*mib { // the limit applies from minRatioBytes
				t.Errorf("%d bytes were read", len(b.data))
			}
		})
	}
}

// TestSmallNestedBombsAreRefused covers bombs that are small before and after decompression.
func TestSmallNestedBombsAreRefused(t *testing.T) {
	t.Parallel()
	for coding, name := range map[string]string{"gzip": "gzip", "br": "br", "zlib": "deflate"} {
		bomb := pack(coding, strings.Repeat(pack("gzip", ""), 1<<18))
		b := readBody(strings.NewReader(bomb), "gzip, "+name, 15<<20, defaultMaxRatio, bodyMemory{})
		if !errors.Is(b.err, errRatio) || len(b.data) > 0 {
			t.Errorf("%s: error %v, %d bytes of %d sent", coding, b.err, len(b.data), b.wire)
		}
	}
}

// TestChunkSizesDoNotChangeTheBody verifies that the chunking of reads does not change the result.
func TestChunkSizesDoNotChangeTheBody(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		text := strings.Repeat("abcdefghij", random.IntN(20_000))
		maxBytes := int64(random.IntN(200_000) + 1)
		b := readBody(&chunkReader{strings.NewReader(text), random}, "", maxBytes, defaultMaxRatio, bodyMemory{})
		cut := int64(len(text)) > maxBytes
		if want := text[:min(int64(len(text)), maxBytes)]; string(b.data) != want || errors.Is(b.err, errTooLarge) != cut {
			t.Fatalf("%d of %d bytes, at most %d: %v", len(b.data), len(text), maxBytes, b.err)
		}
	}
}

type chunkReader struct {
	from   *strings.Reader
	random *rand.Rand
}

func (p *chunkReader) Read(to []byte) (int, error) {
	n, _ := p.from.Read(to[:min(len(to), 1+p.random.IntN(50_000))])
	if p.from.Len() == 0 {
		return n, io.EOF
	}
	return n, nil
}

func TestBrokenConnectionIsNotReportedAsBadEncoding(t *testing.T) {
	t.Parallel()
	broken := errors.New("reset")
	for coding, name := range map[string]string{"gzip": "gzip", "br": "br", "zlib": "deflate", "flate": "deflate"} {
		packed := pack(coding, feed)
		for at := range packed {
			b := readBody(io.MultiReader(strings.NewReader(packed[:at]), failingReader{broken}), name, 1<<20, defaultMaxRatio,
				bodyMemory{})
			if !errors.Is(b.err, broken) {
				t.Fatalf("%s broken off at %d: %v", coding, at, b.err)
			}
		}
	}
}

type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }
