package fetch

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
)

var (
	errTooLarge = errors.New("the body is larger than what is read")
	errRatio    = errors.New("the body unpacks to far more than was sent")
	errEncoding = errors.New("the body's encoding can't be undone")
)

// counter counts what goes through it.
type counter struct {
	from io.Reader
	n    int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.n += int64(n)
	return n, err
}

// readBody reads and unpacks a body, and stops at most bytes, or where it unpacks to more than ratio times what was
// sent. What was read is returned with every error.
func readBody(from io.Reader, encoding string, most, ratio int64) (body []byte, used string, wire int64, err error) {
	sent := &counter{from: from}
	unpacked, used, err := unpack(sent, encoding)
	if err != nil {
		return nil, used, sent.n, err
	}
	var out bytes.Buffer
	chunk := make([]byte, 32<<10)
	for {
		n, readErr := unpacked.Read(chunk)
		out.Write(chunk[:min(int64(n), most-int64(out.Len()))])
		size := int64(out.Len())
		switch {
		case int64(n) > 0 && size >= most && readErr == nil:
			if more, _ := io.ReadFull(unpacked, chunk[:1]); more > 0 {
				return out.Bytes(), used, sent.n, errTooLarge
			}
			return out.Bytes(), used, sent.n, nil
		case used != "" && size > ratioFrom && size > ratio*max(sent.n, 1):
			return out.Bytes(), used, sent.n, errRatio
		case readErr == io.EOF:
			return out.Bytes(), used, sent.n, nil
		case readErr != nil:
			if used != "" && isCorrupt(readErr) {
				readErr = errors.Join(errEncoding, readErr)
			}
			return out.Bytes(), used, sent.n, readErr
		}
	}
}

// unpack undoes one content coding. gzip is recognised by its first bytes too: sitemaps are often sent packed without
// a word, and some servers announce it and send plain text.
func unpack(from io.Reader, encoding string) (io.Reader, string, error) {
	start := bufio.NewReader(from)
	magic, err := start.Peek(2)
	if err != nil && err != io.EOF {
		return start, "", err
	}
	packed := bytes.Equal(magic, []byte{0x1f, 0x8b})
	switch encoding = strings.ToLower(strings.TrimSpace(encoding)); {
	case packed:
		reader, err := gzip.NewReader(start)
		if err != nil {
			return nil, "gzip", errors.Join(errEncoding, err)
		}
		return reader, "gzip", nil
	case encoding == "br" && len(magic) > 0:
		return brotli.NewReader(start), "br", nil
	case encoding == "", encoding == "identity", encoding == "gzip", encoding == "x-gzip", encoding == "br", encoding == "none", encoding == "utf-8":
		return start, "", nil
	}
	return nil, encoding, errEncoding
}

// isCorrupt tells a broken packing from a broken connection.
func isCorrupt(err error) bool {
	return errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) || strings.HasPrefix(err.Error(), "flate: ") ||
		strings.HasPrefix(err.Error(), "brotli: ")
}
