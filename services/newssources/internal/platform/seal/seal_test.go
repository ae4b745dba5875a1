package seal

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func keys(t testing.TB, letters ...string) *Keys {
	t.Helper()
	var secrets []string
	for _, letter := range letters {
		secrets = append(secrets, strings.Repeat(letter, MinSecret))
	}
	k, err := New(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestOpenRejectsChangedValuesAndOtherOwners(t *testing.T) {
	t.Parallel()
	k, owner := keys(t, "a"), []byte("row 1")
	for _, plain := range []string{"", "joe", strings.Repeat("long ", 1000)} {
		first, err := k.Seal([]byte(plain), owner)
		if err != nil {
			t.Fatal(err)
		}
		second, _ := k.Seal([]byte(plain), owner)
		if bytes.Equal(first, second) || plain != "" && bytes.Contains(first, []byte(plain)) {
			t.Errorf("%.20q is encrypted as %q", plain, first)
		}
		if got, err := k.Open(first, owner); err != nil || string(got) != plain {
			t.Errorf("%.20q is decrypted as %.20q, %v", plain, got, err)
		}
		if _, err := k.Open(first, []byte("row 2")); !errors.Is(err, ErrDamaged) {
			t.Errorf("another owner: %v", err)
		}
		for i := range first {
			changed := bytes.Clone(first)
			changed[i] ^= 1
			if _, err := k.Open(changed, owner); err == nil {
				t.Fatalf("a value with byte %d changed is decrypted", i)
			}
		}
		for i := range first {
			if _, err := k.Open(first[:i], owner); err == nil {
				t.Fatalf("a value cut off at byte %d is decrypted", i)
			}
		}
	}
}

func TestRotatedKeysOpenOldValues(t *testing.T) {
	t.Parallel()
	owner := []byte("row 1")
	old, err := keys(t, "a").Seal([]byte("joe"), owner)
	if err != nil {
		t.Fatal(err)
	}
	both := keys(t, "b", "a")
	if got, err := both.Open(old, owner); err != nil || string(got) != "joe" {
		t.Errorf("value of the old key: %q, %v", got, err)
	}
	resealed, _ := both.Seal([]byte("joe"), owner)
	if got, err := keys(t, "b").Open(resealed, owner); err != nil || string(got) != "joe" {
		t.Errorf("value of the new key: %q, %v", got, err)
	}
	for _, k := range []*Keys{keys(t, "b"), keys(t), nil} {
		if _, err := k.Open(old, owner); !errors.Is(err, ErrUnknownKey) {
			t.Errorf("%v: %v", k, err)
		}
	}
}

func TestSealWithoutKeysFails(t *testing.T) {
	t.Parallel()
	for _, k := range []*Keys{nil, keys(t)} {
		if _, err := k.Seal([]byte("joe"), nil); !errors.Is(err, ErrNoKey) || k.CanSeal() {
			t.Errorf("%v: %v", k, err)
		}
	}
	if _, err := New(strings.Repeat("a", MinSecret), "short"); err == nil || strings.Contains(err.Error(), "short") ||
		!strings.Contains(err.Error(), "number 2 has 5 bytes") {
		t.Errorf("a short secret: %v", err)
	}
}

func TestKeysAreMaskedInLogs(t *testing.T) {
	t.Parallel()
	k := keys(t, "a")
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("starting", "keys", k)
	for _, text := range []string{fmt.Sprint(k), fmt.Sprintf("%v %+v %#v", k, k, k), log.String()} {
		if !strings.Contains(text, "1 key(s)") || strings.Contains(text, "aead") {
			t.Errorf("printed as %s", text)
		}
	}
}
