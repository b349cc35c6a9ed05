// An adapter to copy: a filter by basic composition, in doubles; docs/conformance.md has the protocol.
// cc -o example example.c. A library that reads JSON would take the place of `value`, which looks for a key by name.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MORE (1 + 0x1p-40)  // More than rounding takes away from sums of a few hundred doubles.
#define CLAIM(measure) "{\"claim\":\"filter\",\"measure\":\"" measure "\"}"
#define ME "{\"name\":\"basic\",\"version\":\"1\",\"language\":\"C\",\"claims\":[" CLAIM("pure") "," CLAIM("approximate") "]}"
typedef struct { double low, high, delta; } Loss;
static struct { Loss budget, spent; int ran; char data[32], *script; } held[1 << 16];  // From 1 on: 0 is none.
static int many;

static char *value(char *from, const char *key) {  // What stands behind a key, without its opening quote.
  char quoted[64];
  int length = snprintf(quoted, sizeof quoted, "\"%s\":", key);
  return from && (from = strstr(from, quoted)) ? from + length + (from[length] == '"') : NULL;
}
static int read_loss(char *from, Loss *loss) {  // Whether it is one.
  char *between = value(from, "epsilon_between"), *delta = value(from, "delta"), *high, *below = "";
  if (!between || !(between = strchr(between, '"')) || !(high = strchr(between, ','))) return 0;
  *loss = (Loss){strtod(between + 1, NULL), strtod(strchr(high, '"') + 1, NULL), delta ? strtod(delta, &below) : 0};
  if (*below == '/') loss->delta /= strtod(below + 1, NULL);
  return loss->low >= 0 && loss->high >= 0 && loss->high < 1e300 && loss->delta >= 0 && loss->delta <= 1;
}
static int launch(int on, char *script, char *written) {  // The new handle; 0 if it is refused.
  Loss loss, spent = held[on].spent, budget = held[on].budget;
  if (!on || held[on].script || !script || !read_loss(written, &loss)) return 0;
  spent.high += loss.high, spent.delta += loss.delta;
  if (*script == '{') script = value(script, held[on].data);
  if (!script || spent.high * MORE > budget.low || spent.delta * MORE > budget.delta) return 0;
  held[on].spent = spent, held[on].ran++, held[++many].script = strdup(script);
  return many;
}
static int answer(char *line, char *cmd) {  // Prints the result; 0 if it is refused.
  char *place = value(line, "on"), *data = value(line, "data"), *said;
  int on = place && atoi(place) > 0 && atoi(place) <= many ? atoi(place) : 0;
  if (!strncmp(cmd, "start\"", 6)) return memset(held, 0, sizeof held), many = 0, printf(ME);
  if (!strncmp(cmd, "stop\"", 5)) return printf("{}");
  if (!strncmp(cmd, "ran\"", 4)) return printf("{\"count\":%d}", held[on].ran);
  if (!strncmp(cmd, "launch\"", 7) && (on = launch(on, value(line, "answers"), value(line, "loss"))))
    return printf("{\"handle\":\"%d\"}", on);
  if (!strncmp(cmd, "ask\"", 4) && held[on].script && (said = strchr(held[on].script, '"'))) {
    held[on].script = strchr(said + 1, '"') + 1;
    return printf("{\"answer\":\"%.*s\"}", (int)(held[on].script - said - 2), said + 1);
  }
  if (strncmp(cmd, "open\"", 5) || !data || !read_loss(value(line, "budget"), &held[many + 1].budget)) return 0;
  snprintf(held[++many].data, sizeof held->data, "%.*s", (int)strcspn(data, "\""), data);
  return printf("{\"handle\":\"%d\"}", many);
}
int main(void) {
  char *line = NULL, *cmd, *seq;
  int digits;
  for (size_t size = 0; getline(&line, &size, stdin) > 0; fflush(stdout)) {
    seq = value(line, "seq"), cmd = value(line, "cmd");
    if (!seq || !(digits = strspn(seq, "0123456789"))) seq = "null", digits = 4;
    printf("{\"seq\":%.*s,\"ok\":", digits, seq);
    puts(cmd && answer(line, cmd) ? "}" : "null,\"refused\":\"no message, or over budget\"}");
  }
}
